import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendContent } from './send-content';

const announced = 5;
const ended: string[] = [];
let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  app.get<{ Params: { content: string } }>('/:content', (request, reply) => {
    const { content } = request.params;
    const read = () => {
      const stream = Readable.from([...content].map((letter) => Buffer.from(letter)));
      return stream.once('close', () => ended.push(content));
    };
    sendContent(reply, announced, read);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

async function getTwice(content: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const request = (path: string, ends: string) => `GET /${path} HTTP/1.1\r\nHost: a\r\nConnection: ${ends}\r\n\r\n`;
  socket.write(request(content, 'keep-alive') + request('other', 'close'));
  return text(socket);
}

const bodies = (replies: string) => replies.split('\r\n\r\n').slice(1);

describe('content of the length that was announced', () => {
  it('leaves the connection to the next request', async () => {
    const replies = bodies(await getTwice('exact'));
    expect(replies).toHaveLength(2);
    expect(replies[0]).toMatch(/^exactHTTP/);
    expect(replies[1]).toBe('other');
  });

  it('is not read for HEAD', async () => {
    const reply = await app.inject({ method: 'HEAD', url: '/never' });
    expect(reply.headers['content-length']).toBe(`${announced}`);
    expect(ended).not.toContain('never');
  });
});

describe('content of another length', () => {
  it.each(['too-long-by-far', 'cut'])('ends the connection, and the content itself: %s', async (content) => {
    const replies = bodies(await getTwice(content));
    expect(replies).toHaveLength(1);
    expect(replies[0]?.length).toBeLessThanOrEqual(announced);
    expect(ended).toContain(content);
  });
});

it('every length of a stream is announced here', () => {
  const root = join(import.meta.dirname, '../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(http|src)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(400);
  const announcing = files.filter((file) =>
    /\.header\(\s*'content-length'/i.test(readFileSync(join(root, file), 'utf8')),
  );
  // The other one has its parts at hand and adds up their lengths.
  expect(announcing.sort()).toEqual(['http/reply/send-content.ts', 'http/reply/send-together.ts']);
});
