// usage: node solve.mjs HOST PORT; prints the flag
import { connect } from 'node:net';
import { argv, exit, stdout } from 'node:process';

const KNOWN = 'low water at dawn\n';
const next = (tide) => (75 * tide + 74) % 65537;

const socket = connect({ host: argv[2], port: Number(argv[3]) });
socket.setTimeout(20_000, () => socket.destroy(new Error('The office is silent.')));
socket.on('error', (error) => {
  stdout.write(`${error.message}\n`);
  exit(1);
});

let heard = '';
for await (const chunk of socket) {
  heard += chunk;
  if (/seal> $/.test(heard) && !heard.includes('seal> ', heard.indexOf('seal> ') + 1)) socket.write(KNOWN);
  else if (/seal> [0-9a-f]+\nseal> $/.test(heard)) break;
}
socket.destroy();

const letter = Buffer.from(/letter: ([0-9a-f]+)/.exec(heard)?.[1] ?? '', 'hex');
const mine = Buffer.from(/seal> ([0-9a-f]+)\n/.exec(heard)?.[1] ?? '', 'hex');
const sealed = Buffer.concat([letter, mine]);

function open(start) {
  let tide = start;
  const plain = sealed.map((byte) => {
    tide = next(tide);
    return byte ^ (tide % 256);
  });
  const text = Buffer.from(plain).toString('latin1');
  return mine.length > 0 && text.endsWith(KNOWN) ? text.slice(0, letter.length).trimEnd() : null;
}

for (let start = 0; start < 65537; start += 1) {
  const text = open(start);
  if (text === null) continue;
  stdout.write(`${text}\n`);
  exit(0);
}
stdout.write('No tide fits.\n');
exit(1);
