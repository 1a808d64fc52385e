import type { Notice } from '@vexil/contract/notice';
import { buildGame } from '@vexil/db/testing/game';
import { publish } from '@vexil/runtime/live';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { connectRaw, handshake, listen, type RawClient, separator } from '../../testing/live';

const ping = { type: 6 };

describe('the hub protocol', () => {
  let test: TestApp;
  let address: string;
  let hub: string;
  let gameId: number;
  const clients: RawClient[] = [];

  beforeAll(async () => {
    test = await createTestApp();
    address = await listen(test.app);
    gameId = (await buildGame(test.db)).id;
    hub = `${address}/hub/user?game=${gameId}`;
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.socket.terminate();
  });
  afterAll(() => test.close());

  async function connect(url = hub, headers: Record<string, string> = {}): Promise<RawClient> {
    const client = await connectRaw(url, headers);
    clients.push(client);
    return client;
  }

  const closing = (client: RawClient) => vi.waitFor(() => expect(client.closed()).toBeDefined(), 30_000);

  describe('POST /hub/user/negotiate', () => {
    const negotiate = (query: string, headers: Record<string, string> = {}) =>
      test.send({ method: 'POST', url: `/hub/user/negotiate?game=${gameId}${query}`, headers });

    it('offers WebSockets and a token apart from the id', async () => {
      const { status, body } = await negotiate('&negotiateVersion=1');
      expect(status).toBe(200);
      expect(body).toEqual({
        negotiateVersion: 1,
        connectionId: expect.any(String),
        connectionToken: expect.any(String),
        availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
      });
    });

    it('gives older clients one id for both', async () => {
      const { body } = await negotiate('');
      expect(body).toMatchObject({ negotiateVersion: 0 });
      expect(body).not.toHaveProperty('connectionToken');
      const { connectionId } = body as { connectionId: string };
      const client = await connect(`${hub}&id=${connectionId}`);
      client.say(handshake);
      expect(await client.receive(1)).toEqual([{}]);
    });

    it.each(['text/plain;charset=UTF-8', 'application/json', 'application/octet-stream', 'made/up'])(
      'takes an empty body of type %s',
      async (type) => {
        expect((await negotiate('&negotiateVersion=1', { 'content-type': type })).status).toBe(200);
      },
    );

    it('does not mind the case of the path', async () => {
      expect((await test.send({ method: 'POST', url: '/HUB/Monitor/Negotiate' })).status).toBe(200);
    });
  });

  describe('connecting', () => {
    it('accepts an id that another process negotiated, and no unknown one', async () => {
      const { body } = await test.send({ method: 'POST', url: '/hub/user/negotiate?negotiateVersion=1' });
      const { connectionToken: token } = body as { connectionToken: string };
      const client = await connect(`${hub}&id=${token}`);
      client.say(handshake);
      expect(await client.receive(1)).toEqual([{}]);
      const forged = token.slice(0, -9) + (token.at(-9) === 'A' ? 'B' : 'A') + token.slice(-8);
      await expect(connect(`${hub}&id=${forged}`)).rejects.toThrow('HTTP 404');
      await expect(connect(`${hub}&id=`)).rejects.toThrow('HTTP 404');
      test.clock.advance(180_000);
      await expect(connect(`${hub}&id=${token}`)).rejects.toThrow('HTTP 404');
    });

    it('needs a WebSocket', async () => {
      expectError(await test.send({ url: `/hub/user?game=${gameId}` }), 'request.notFound');
      expectError(await test.send({ url: '/hub/nothing' }), 'request.notFound');
    });
  });

  describe('the handshake', () => {
    it('is answered with an empty record', async () => {
      const client = await connect();
      client.say(handshake);
      expect(await client.receive(1)).toEqual([{}]);
    });

    it.each([
      ['another protocol', { protocol: 'messagepack', version: 1 }],
      ['another version', { protocol: 'json', version: 7 }],
      ['no protocol', { type: 6 }],
    ])('is refused with %s', async (_name, request) => {
      const client = await connect();
      client.say(request);
      await closing(client);
      expect(client.records).toEqual([{ error: expect.any(String) }]);
    });

    it('is waited for for fifteen seconds', async () => {
      const client = await connect();
      test.clock.advance(16_000);
      await closing(client);
      expect(client.records).toEqual([{ error: expect.any(String) }]);
    });
  });

  describe('records', () => {
    it('may come several in one message, the first with the handshake', async () => {
      const client = await connect();
      client.say(handshake, ping, { type: 1, target: 'Anything', arguments: [], invocationId: '7' });
      const records = await client.receive(2);
      expect(records).toContainEqual({ type: 3, invocationId: '7', error: expect.any(String) });
      expect(client.closed()).toBeUndefined();
    });

    it('are not answered when they expect no answer', async () => {
      const client = await connect();
      client.say(handshake);
      await client.receive(1);
      client.say({ type: 1, target: 'Anything', arguments: [] }, { type: 4, target: 'Any', invocationId: 'a' });
      expect(await client.receive(2)).toEqual([{}, { type: 3, invocationId: 'a', error: expect.any(String) }]);
    });

    it('that are cut end the connection', async () => {
      const client = await connect();
      client.say(handshake);
      await client.receive(1);
      client.socket.send('{"type":');
      await closing(client);
      expect(client.records.at(-1)).toEqual({ type: 7, error: expect.any(String) });
    });

    it('that are no JSON end the connection', async () => {
      const client = await connect();
      client.say(handshake);
      await client.receive(1);
      client.socket.send(`nonsense${separator}`);
      await closing(client);
      expect(client.records.at(-1)).toEqual({ type: 7, error: expect.any(String) });
    });

    it('of more than 32 KiB are refused', async () => {
      const client = await connect();
      client.say(handshake);
      await client.receive(1);
      client.say({ type: 1, target: 'x'.repeat(33 * 1024) });
      await closing(client);
      expect(client.closed()).toBe(1009);
    });

    it('of type close end the connection', async () => {
      const client = await connect();
      client.say(handshake, { type: 7 });
      await closing(client);
    });
  });

  describe('silence', () => {
    it('of the server ends with a ping after fifteen seconds', async () => {
      const client = await connect();
      client.say(handshake);
      await client.receive(1);
      test.clock.advance(15_000);
      expect(await client.receive(2)).toEqual([{}, ping]);
    });

    it('of the client ends the connection after thirty seconds, and a ping breaks it', async () => {
      const [silent, alive] = await Promise.all([connect(), connect()]);
      silent.say(handshake);
      alive.say(handshake);
      await Promise.all([silent.receive(1), alive.receive(1)]);
      test.clock.advance(16_000);
      await alive.receive(2);
      alive.say(ping, { type: 1, target: 'x', invocationId: '1' });
      await alive.receive(3);
      test.clock.advance(16_000);
      await closing(silent);
      expect(silent.records.at(-1)).toEqual({ type: 7, allowReconnect: true });
      await publish(test.deps, `game:${gameId}`, 'ReceivedGameNotice', { id: 1, type: 'Normal', values: [], time: 1 });
      await vi.waitFor(() => expect(alive.records.at(-1)).toMatchObject({ target: 'ReceivedGameNotice' }), 30_000);
    });
  });

  it('drops only the client that does not read', async () => {
    const [slow, quick] = await Promise.all([connect(`${hub}&live=1`), connect(`${hub}&live=1`)]);
    slow.say(handshake);
    quick.say(handshake);
    await Promise.all([slow.receive(2), quick.receive(2)]);
    slow.socket.pause();
    // Exceeds the socket buffers of the system and the limit of the process.
    const [count, text] = [40, 'x'.repeat(512 * 1024)];
    for (let id = 1; id <= count; id += 1) {
      const notice: Notice = { id, type: 'Normal', values: [text], time: 1 };
      await publish(test.deps, `game:${gameId}`, 'NoticeChanged', notice);
      await quick.receive(2 + id);
    }
    slow.socket.resume();
    await closing(slow);
    expect(slow.closed()).toBe(1006);
    expect(slow.records.length).toBeLessThan(2 + count);
    expect(quick.closed()).toBeUndefined();
  });

  it('sends each record whole, as text, ended by the separator', async () => {
    const client = await connect();
    const raw: { text: string; isBinary: boolean }[] = [];
    client.socket.on('message', (data, isBinary) => raw.push({ text: data.toString(), isBinary }));
    client.say(handshake);
    await client.receive(1);
    const notice: Notice = { id: 5, type: 'Normal', values: ['naïve 旗'], time: 1 };
    await publish(test.deps, `game:${gameId}`, 'ReceivedGameNotice', notice);
    await client.receive(2);
    expect(raw).toEqual([
      { text: `{}${separator}`, isBinary: false },
      {
        text: `{"type":1,"target":"ReceivedGameNotice","arguments":[${JSON.stringify(notice)}]}${separator}`,
        isBinary: false,
      },
    ]);
  });
});
