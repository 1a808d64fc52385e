import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { insertNamedInstance } from '../../testing/named-instance';
import { openRawClient, type RawClient, type RawReply } from '../../testing/raw-http';
import { startTcpService } from '../../testing/tcp';
import { relayReply } from './ask-container';

let test: TestApp;
let port: number;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  const containerDomain = { protocol: 'http' as const, host: 'play.test', port: 80 };
  test = await createTestApp({ containerDomain, trustProxy: false });
  port = Number(new URL(await listen(test.app)).port);
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => test.close());

it('relays no byte beyond the length, also where a parser gave more', async () => {
  const reply = new IncomingMessage(new Socket());
  Object.assign(reply, { statusCode: 200, headers: { 'content-length': '2' } });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  let isFailed = false;
  const fail = () => {
    isFailed = true;
  };
  relayReply({ reply, container: new Socket(), request, response, fail });
  await new Promise(process.nextTick);
  reply.emit('data', Buffer.from('hi'));
  expect(isFailed).toBe(false);
  reply.emit('data', Buffer.from('!'));
  expect(isFailed).toBe(true);
});

/** An instance that is handed the connection once a whole head has arrived; gives its host. */
async function serve(answer: (socket: Socket, received: () => string) => void): Promise<string> {
  const service = await startTcpService((socket) => {
    let text = '';
    let isAsked = false;
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (isAsked || !text.includes('\r\n\r\n')) return;
      isAsked = true;
      answer(socket, () => text);
    });
  });
  closing.push(() => service.close());
  return `${await insertNamedInstance(test.db, service.port)}.play.test`;
}

async function openClient(): Promise<RawClient> {
  const client = await openRawClient(port);
  closing.push(() => client.close());
  return client;
}

const ownRequest = 'GET /healthz HTTP/1.1\r\nHost: ctf.test\r\n\r\n';
const isOwn = (reply: RawReply | null) => reply?.status === 200 && reply.body.includes('"status"');
const evil = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

interface Attempt {
  method?: string;
  headers?: string;
  /** What the container sends at once. */
  reply: string;
  /** What it sends when the next person's request is on its way. */
  late?: string;
  isEnded?: boolean;
}

/** A request for the instance, and then the next person's for the platform on the same connection. */
async function attempt({ method = 'GET', headers = '', reply, late, isEnded }: Attempt) {
  let sendLate = () => {};
  const host = await serve((socket) => {
    socket.write(reply, 'latin1');
    sendLate = () => {
      if (late !== undefined) socket.write(late, 'latin1');
      if (isEnded) socket.end();
    };
    if (late === undefined) sendLate();
  });
  const client = await openClient();
  client.send(`${method} / HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`);
  const first = await client.read(method);
  client.send(ownRequest);
  if (late !== undefined) sendLate();
  const next = await client.read();
  if (next !== null) expect(next, 'the next person got what is not theirs').toSatisfy(isOwn);
  return { status: first?.status ?? null, body: first?.body ?? '', head: first?.head ?? '', isKept: next !== null };
}

const ok = 'HTTP/1.1 200 OK\r\n';
const long = 'Content-Length: 2\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';

describe('a reply of an instance', () => {
  it.each<[string, Attempt, Partial<Awaited<ReturnType<typeof attempt>>>]>([
    ['of its length', { reply: `${ok}${long}\r\nhi` }, { status: 200, body: 'hi', isKept: true }],
    [
      'in chunks',
      { reply: `${ok}${chunked}\r\n${chunk('hi')}${chunk('')}` },
      { status: 200, body: 'hi', isKept: true },
    ],
    ['with line feeds alone', { reply: 'HTTP/1.0 200 OK\nContent-Length: 2\n\nhi' }, { body: 'hi', isKept: true }],
    ['with a folded line', { reply: `${ok}X: a\r\n Content-Length: 1\r\n${long}\r\nhi` }, { body: 'hi', isKept: true }],
    [
      'after 103 and 100',
      { reply: `HTTP/1.1 103 E\r\n\r\n${'HTTP/1.1 100 C\r\n\r\n'.repeat(3)}${ok}${long}\r\nhi` },
      { status: 200, body: 'hi', isKept: true },
    ],
    ['to HEAD', { method: 'HEAD', reply: `${ok}${long}\r\n` }, { status: 200, isKept: true }],
    ['without a body', { reply: `HTTP/1.1 304 Same\r\n${long}\r\n` }, { status: 304, isKept: true }],
  ])('%s passes', async (_name, given, expected) => {
    expect(await attempt(given)).toMatchObject(expected);
  });

  it('ends the connection where nothing but the end of the connection is its end', async () => {
    const given = { reply: `${ok}\r\nhello`, isEnded: true };
    expect(await attempt(given)).toMatchObject({ status: 200, body: 'hello', isKept: false });
  });

  it.each<[string, Attempt]>([
    ['a length and chunks', { reply: `${ok}${long}${chunked}\r\n${chunk('hi')}`, late: chunk(evil) }],
    ['chunks and a length', { reply: `${ok}${chunked}${long}\r\n${chunk('hi')}`, late: chunk(evil) }],
    [
      'both, on an upgrade',
      {
        headers: 'Connection: upgrade\r\nUpgrade: x\r\n',
        reply: `${ok}${long}${chunked}\r\n${chunk('hi')}`,
        late: chunk(evil),
      },
    ],
    ['both, to HEAD', { method: 'HEAD', reply: `${ok}${long}${chunked}\r\n`, late: evil }],
    [
      'both, named in Connection',
      { reply: `${ok}Connection: transfer-encoding\r\n${long}${chunked}\r\n${chunk('hi')}`, late: chunk(evil) },
    ],
    [
      'both, the second after a thousand headers',
      { reply: `${ok}${long}${'a:\r\n'.repeat(1100)}${chunked}\r\n${chunk('hi')}`, late: chunk(evil) },
    ],
    [
      'a length and an encoding of no chunks',
      { reply: `${ok}${long}Transfer-Encoding: identity\r\n\r\nhi`, late: evil },
    ],
    ['an unknown encoding', { reply: `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n${chunk('hi')}${chunk('')}` }],
    ['an encoding that is almost chunked', { reply: `${ok}Transfer-Encoding: xchunked\r\n\r\nhi`, late: evil }],
    ['chunked twice', { reply: `${ok}${chunked}${chunked}\r\n${chunk('hi')}${chunk('')}` }],
    ['two lengths', { reply: `${ok}${long}Content-Length: 6\r\n\r\nhi`, late: evil }],
    ['one length twice', { reply: `${ok}${long}${long}\r\nhi`, late: evil }],
    ['a list of lengths', { reply: `${ok}Content-Length: 2, 2\r\n\r\nhi`, late: evil }],
    ['a signed length', { reply: `${ok}Content-Length: +2\r\n\r\nhi`, late: evil }],
    ['a space behind the name', { reply: `${ok}Content-Length : 2\r\n\r\nhi`, late: evil }],
    ['a folded length', { reply: `${ok}Content-Length: 1\r\n 2\r\n\r\nhi`, late: evil }],
    [
      'an upgrade that no client asked for',
      { reply: 'HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', late: evil },
    ],
    ['a 101 without an upgrade', { reply: 'HTTP/1.1 101 S\r\n\r\n', late: evil }],
    [
      'a 101 without an upgrade, where one was asked for',
      { headers: 'Connection: upgrade\r\nUpgrade: x\r\n', reply: 'HTTP/1.1 101 S\r\n\r\n', late: evil },
    ],
    ['a 199 with a body', { reply: `HTTP/1.1 199 E\r\n${long}\r\nhi${evil}` }],
    ['a status below 100', { reply: `HTTP/1.1 099 E\r\n${long}\r\nhi`, late: evil }],
  ])('with %s is refused, and the connection ends', async (_name, given) => {
    expect(await attempt(given)).toMatchObject({ status: 502, isKept: false });
  });

  it.each<[string, Attempt, number | null]>([
    ['fewer bytes', { reply: `${ok}Content-Length: 10\r\n\r\nhi`, isEnded: true }, null],
    ['more bytes', { reply: `${ok}${long}\r\nhi${evil}` }, 200],
    ['more bytes of no reply', { reply: `${ok}${long}\r\nhi and more` }, 200],
    ['more bytes after its chunks', { reply: `${ok}${chunked}\r\n${chunk('hi')}${chunk('')}${evil}` }, 200],
    ['a body to HEAD', { method: 'HEAD', reply: `${ok}Content-Length: 45\r\n\r\n${evil}` }, 200],
    ['a body with 204', { reply: `HTTP/1.1 204 No\r\n${long}\r\n${evil}` }, 204],
    ['a body with 304', { reply: `HTTP/1.1 304 Same\r\n${long}\r\n${evil}` }, 304],
    ['a chunk of another size', { reply: `${ok}${chunked}\r\n2\r\nhihi\r\n0\r\n\r\n` }, 502],
    ['a chunk without a size', { reply: `${ok}${chunked}\r\n${chunk('hi')}x\r\n${evil}` }, 502],
    ['a chunk of 2^64 bytes', { reply: `${ok}${chunked}\r\n10000000000000002\r\nhi\r\n0\r\n\r\n` }, 502],
    ['chunks that break off', { reply: `${ok}${chunked}\r\n${chunk('hi')}`, isEnded: true }, null],
    [
      'a refused upgrade',
      { headers: 'Connection: upgrade\r\nUpgrade: x\r\n', reply: `${ok}${long}\r\nhi`, late: evil },
      200,
    ],
  ])('with %s ends the connection', async (_name, given, status) => {
    expect(await attempt(given)).toMatchObject({ status, isKept: false });
  });

  it.each<[string, Attempt]>([
    ['behind it', { reply: `${ok}${long}\r\nhi`, late: evil }],
    ['behind its chunks', { reply: `${ok}${chunked}\r\n${chunk('hi')}${chunk('')}`, late: evil }],
    ['behind one to HEAD', { method: 'HEAD', reply: `${ok}${long}\r\n`, late: evil }],
    ['behind 204', { reply: `HTTP/1.1 204 No\r\n${long}\r\n`, late: evil }],
    ['behind 304', { reply: 'HTTP/1.1 304 Same\r\n\r\n', late: evil }],
  ])('never reaches the next person with later bytes %s', async (_name, given) => {
    const { head, isKept } = await attempt(given);
    expect(isKept).toBe(true);
    if (head.includes(' 204 ')) expect(head).not.toMatch(/content-length/i);
  });

  it.each(['X-T: a\r\nContent-Length: 9\r\n', 'X-T: \u0001\r\n'])(
    'loses its trailers, whatever they are: %j',
    async (trailers) => {
      const given = { reply: `${ok}${chunked}Trailer: X-T\r\n\r\n${chunk('hi')}0\r\n${trailers}\r\n` };
      expect(await attempt(given)).toMatchObject({ status: 200, body: 'hi', isKept: true });
    },
  );

  it('to an upgrade is a tunnel for its client only', async () => {
    const host = await serve((socket) => {
      socket.write(`HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n${long}X-Accel-Redirect: /\r\n\r\nhello`);
      socket.once('data', (data) => socket.end(`got ${data}`));
    });
    const client = await openClient();
    client.send(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n`);
    const reply = await client.read();
    expect(reply?.head.split('\r\n').toSorted()).toEqual([
      '',
      '',
      'Connection: Upgrade',
      'HTTP/1.1 101 S',
      'Upgrade: x',
    ]);
    client.send(ownRequest);
    expect(await client.rest()).toBe(`hellogot ${ownRequest}`);
  });
});

describe('a request for an instance', () => {
  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'])(
    'by %s keeps its chunks, so that no second one is in its body',
    async (method) => {
      const second = 'GET /second HTTP/1.1\r\nHost: x\r\n\r\n';
      const body = `${chunk(second)}${chunk('')}`;
      let raw = () => '';
      const host = await serve((socket, received) => {
        raw = received;
        const answer = () =>
          received().endsWith('0\r\n\r\n') && socket.write(`${ok}${long}\r\n${method === 'HEAD' ? '' : 'hi'}`);
        if (!answer()) socket.on('data', answer);
      });
      const client = await openClient();
      client.send(`${method} / HTTP/1.1\r\nHost: ${host}\r\n${chunked}Trailer: X-T\r\n\r\n${body}`);
      expect(await client.read(method)).toMatchObject({ status: 200 });
      const [head = '', ...rest] = raw().split('\r\n\r\n');
      expect(head).toContain('Transfer-Encoding: chunked');
      expect(rest.join('\r\n\r\n')).toBe(body);
    },
  );

  it('keeps its length where Connection names it', async () => {
    let raw = () => '';
    const host = await serve((socket, received) => {
      raw = received;
      const answer = () => received().endsWith('second') && socket.write(`${ok}${long}\r\nhi`);
      if (!answer()) socket.on('data', answer);
    });
    const client = await openClient();
    client.send(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: content-length\r\nContent-Length: 6\r\n\r\nsecond`);
    expect(await client.read()).toMatchObject({ status: 200 });
    expect(raw()).toMatch(/\r\nContent-Length: 6\r\n.*\r\n\r\nsecond$/s);
  });

  it.each([
    `${chunked}Content-Length: 5\r\n\r\n0\r\n\r\n`,
    `Content-Length: 5\r\n${chunked}\r\n0\r\n\r\n`,
    'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    'Connection: upgrade\r\nUpgrade: x\r\nContent-Length: 5\r\n\r\nhello',
    `Connection: upgrade\r\nUpgrade: x\r\n${chunked}\r\n0\r\n\r\n`,
  ])('with a body of unclear length reaches no container: %j', async (rest) => {
    let isReached = false;
    const host = await serve(() => {
      isReached = true;
    });
    const client = await openClient();
    client.send(`GET / HTTP/1.1\r\nHost: ${host}\r\n${rest}`);
    expect(await client.read()).toMatchObject({ status: 400 });
    client.send(ownRequest);
    expect(await client.read()).toBeNull();
    expect(isReached).toBe(false);
  });

  it('may be answered before its end, which then is no request of the next person', async () => {
    const host = await serve((socket) => socket.end(`${ok}${long}\r\nhi`));
    const client = await openClient();
    const size = 4 * 1024 * 1024;
    client.send(`POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${size}\r\n\r\n`);
    expect(await client.read()).toMatchObject({ status: 200, body: 'hi' });
    client.send(evil.padEnd(size));
    client.send(ownRequest);
    expect(await client.read()).toSatisfy(isOwn);
  });

  it('for an upgrade behind one that is not answered yet ends the connection and nothing else', async () => {
    const host = await serve(() => {});
    const client = await openClient();
    const upgrade = 'Connection: upgrade\r\nUpgrade: x\r\n';
    client.send(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\nGET / HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\n`);
    expect(await client.read()).toBeNull();
    const other = await openClient();
    other.send(ownRequest);
    expect(await other.read()).toSatisfy(isOwn);
  });
});
