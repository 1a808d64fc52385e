// usage: node solve.mjs HOST PORT; prints the flag
import { connect } from 'node:net';
import { argv, exit, stdout } from 'node:process';

const socket = connect({ host: argv[2], port: Number(argv[3]) });
socket.setTimeout(20_000, () => socket.destroy(new Error('The porter is silent.')));
socket.on('error', (error) => {
  stdout.write(`${error.message}\n`);
  exit(1);
});

let heard = '';
let low = 1;
let high = 100;
let guess = 0;

function answer(text) {
  const keys = /has (\d+) hooks and (\d+) keys hang on each\. (\d+) of/.exec(text);
  if (keys) return Number(keys[1]) * Number(keys[2]) - Number(keys[3]);
  const name = /guest is "(\w+)"/.exec(text);
  if (name) return [...name[1]].reverse().join('');
  if (text.includes('Higher.')) low = guess + 1;
  if (text.includes('Lower.')) high = guess - 1;
  guess = Math.floor((low + high) / 2);
  return guess;
}

for await (const chunk of socket) {
  heard += chunk;
  if (heard.endsWith('> ')) {
    const text = heard;
    heard = '';
    socket.write(`${answer(text)}\n`);
  }
}
const flag = /brass:\n(.+)\n/.exec(heard)?.[1];
stdout.write(`${flag ?? 'The porter turned us away.'}\n`);
exit(flag ? 0 : 1);
