import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type FastifyReply, fastify } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { sendWithoutHooks } from './send-together';

async function open(work: (reply: FastifyReply) => void = () => undefined) {
  const app = fastify();
  const ended: number[] = [];
  app.addHook('onSend', async (_request, reply) => void reply.header('x-hook', 'ran'));
  app.addHook('onResponse', async (_request, reply) => void ended.push(reply.statusCode));
  app.get('/nothing', async (_request, reply) => {
    sendWithoutHooks(reply);
    return reply;
  });
  app.get('/unchanged', async (_request, reply) => {
    sendWithoutHooks(reply.code(304).header('etag', 'W/"x"'));
    return reply;
  });
  app.get('/invalid', async (_request, reply) => {
    sendWithoutHooks(reply.header('x-broken', 'line\nbreak'));
    return reply;
  });
  app.get('/text', async (_request, reply) => {
    sendWithoutHooks(reply.header('content-type', 'text/plain'), ['Grüße, ', Buffer.from('🏁')]);
    work(reply);
    return reply;
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, ended, address };
}

describe('replies that leave together', () => {
  it('have their length, and their bytes without what hooks add, and are counted as answered', async () => {
    const { app, ended, address } = await open();
    const text = await fetch(`${address}/text`);
    expect([text.headers.get('content-length'), await text.text()]).toEqual(['13', 'Grüße, 🏁']);
    expect(text.headers.get('x-hook')).toBeNull();
    const nothing = await fetch(`${address}/nothing`);
    expect([nothing.status, nothing.headers.get('content-length'), await nothing.text()]).toEqual([200, '0', '']);
    const unchanged = await fetch(`${address}/unchanged`);
    expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([304, 'W/"x"', '']);
    expect(unchanged.headers.get('transfer-encoding')).toBeNull();
    expect((await fetch(`${address}/invalid`)).status).toBe(500);
    await app.close();
    expect(ended).toEqual([200, 200, 304, 500]);
  });

  it('are sent although the client of one has closed its connection in the same turn', async () => {
    const destroyed = vi.fn();
    const { app, address } = await open((reply) => {
      reply.raw.destroy();
      destroyed();
    });
    const gone = connect(Number(new URL(address).port), '127.0.0.1');
    gone.on('error', () => undefined);
    gone.write('GET /text HTTP/1.1\r\nHost: a\r\n\r\n');
    await vi.waitFor(() => expect(destroyed).toHaveBeenCalled(), 30_000);
    await delay(50);
    expect((await fetch(`${address}/nothing`)).status).toBe(200);
    await app.close();
  });
});
