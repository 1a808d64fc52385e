import fastifyCookie from '@fastify/cookie';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ComposedReply, writeMembers } from './reply-parts';

const Reply = z.object({ title: z.string(), ranks: z.array(z.int()), own: z.object({ name: z.string() }).nullable() });
const Title = Reply.pick({ title: true });
const value = { title: 'Überblick "🏁"', ranks: [1, 2], own: { name: '}' } };
const parts = [
  writeMembers(Title, value, 'first'),
  writeMembers(Reply.pick({ ranks: true }), value, 'middle'),
  writeMembers(Reply.pick({ own: true }), value, 'last'),
];

async function open() {
  const app = fastify();
  const ended: number[] = [];
  await app.register(fastifyCookie);
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-frame-options', 'DENY'));
  app.addHook('onResponse', async (_request, reply) => void ended.push(reply.statusCode));
  app.get('/', async (_request, reply) => {
    reply.header('set-cookie', 'a=1').header('etag', 'W/"x"');
    new ComposedReply(parts).send(reply);
    return reply;
  });
  return { app, ended };
}

describe('a reply of parts', () => {
  it('is the whole object, with the headers that were set before, and counted as answered', async () => {
    const { app, ended } = await open();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(address);
    expect(await reply.json()).toEqual(value);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(JSON.stringify(value))),
      'x-frame-options': 'DENY',
      'set-cookie': 'a=1',
      etag: 'W/"x"',
    });
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual([reply.headers.get('content-length'), '']);
    await app.close();
    expect(ended).toEqual([200, 200]);
  });

  it('refuses what does not fit its schema, leaves out what it does not name, and needs members', () => {
    expect(() => writeMembers(Title, { title: 5 } as never, 'first')).toThrow(z.ZodError);
    expect(writeMembers(Title, { title: 'a', secret: 'b' } as never, 'middle').toString()).toBe(',"title":"a"');
    expect(() => writeMembers(z.object({}), {}, 'last')).toThrow(RangeError);
  });
});
