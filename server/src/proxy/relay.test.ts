import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { relayProtocol } from '@vexil/rules/proxy.rules';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startTcpService, type TcpService } from '../../testing/tcp';
import type { RelayEnd, RelayTap } from '../capture-recorder/relay-tap';
import { type Relay, type RelayOptions, startRelay } from './relay';
import { guardTap } from './tap';

const times = { lifetimeMs: 60_000, idleMs: 60_000 };

describe('startRelay', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const end of ends.splice(0)) await end();
  });

  async function start(
    serve: (socket: Socket) => void,
    { protocol, ...options }: Partial<RelayOptions> & { protocol?: string } = {},
  ): Promise<{ client: WebSocket; relay: Relay; service: TcpService }> {
    const service = await startTcpService(serve);
    const container = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
    await once(container, 'connect');
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = new WebSocket(`ws://127.0.0.1:${port}`, protocol === undefined ? [] : [protocol]);
    const [accepted, { socket }] = await once(server, 'connection');
    const relay = startRelay(accepted, container, { ...times, socket, ...options });
    ends.push(
      () => relay.destroy(),
      () => server.close(),
      () => service.close(),
    );
    if (client.readyState !== WebSocket.OPEN) await once(client, 'open');
    return { client, relay, service };
  }

  it('ends both sides at the maximum duration, also under load', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { client, relay, service } = await start((socket) => socket.pipe(socket));
    const timer = setInterval(() => client.send('busy'), 20);
    const closed = once(client, 'close');
    vi.advanceTimersByTime(59_999);
    for (let echoes = 0; echoes < 3; echoes += 1) await once(client, 'message');
    vi.advanceTimersByTime(1);
    const [code] = await closed;
    clearInterval(timer);
    vi.useRealTimers();
    expect(code).toBe(1000);
    expect(await relay.ended).toBe('lifetime');
    const { toContainerBytes, toClientBytes } = relay.totals;
    expect(toContainerBytes).toBeGreaterThan(0);
    expect(toClientBytes).toBeGreaterThan(0);
    await vi.waitFor(() => expect(service.sockets.size).toBe(0), 30_000);
  });

  it('resolves when both sides have closed, also when the container was closed before', async () => {
    const service = await startTcpService((socket) => socket.end());
    const container = connect(service.port, '127.0.0.1');
    container.destroy();
    await once(container, 'close');
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [accepted] = await once(server, 'connection');
    const closed = once(client, 'close');
    const relay = startRelay(accepted, container, times);
    expect(await relay.ended).toBe('container');
    expect(relay.totals).toEqual({ toContainerBytes: 0, toClientBytes: 0 });
    expect((await closed)[0]).toBe(1000);
    server.close();
    await service.close();
  });

  it('destroys both sides at once although neither reads', async () => {
    const { client, relay, service } = await start((socket) => {
      socket.pause();
      socket.write(Buffer.alloc(32 * 1024 * 1024));
    });
    client.pause();
    client.send(Buffer.alloc(32 * 1024 * 1024));
    await vi.waitFor(() => expect(relay.buffered().forClient).toBeGreaterThan(0), 30_000);
    relay.destroy();
    await relay.ended;
    expect(relay.totals.toClientBytes).toBeLessThan(32 * 1024 * 1024);
    for (const socket of service.sockets) socket.resume();
    await vi.waitFor(() => expect(service.sockets.size).toBe(0), 30_000);
  });

  it('ends when no byte has passed for too long, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { client, relay } = await start((socket) => socket.pipe(socket), { idleMs: 600_000 });
    const closed = once(client, 'close');
    vi.advanceTimersByTime(270_000);
    client.send('still here');
    await once(client, 'message');
    for (const ms of [270_000, 270_000]) {
      vi.advanceTimersByTime(ms);
      client.ping();
      await once(client, 'pong');
    }
    expect(client.readyState).toBe(WebSocket.OPEN);
    vi.advanceTimersByTime(60_000);
    expect(await closed).toEqual([1000, Buffer.from('No data was sent for too long.')]);
    expect(await relay.ended).toBe('idle');
  });

  it('knows what it holds of a message that has not arrived as a whole', async () => {
    const { client, relay, service } = await start(() => {});
    const raw = (client as unknown as { _socket: Socket })._socket;
    // The head of a masked binary message of 900,000 bytes, and half of it.
    raw.write(Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0x0d, 0xbb, 0xa0, 1, 2, 3, 4]));
    raw.write(Buffer.alloc(450_000));
    await vi.waitFor(() => expect(relay.buffered().incomplete).toBe(450_014), 30_000);
    raw.write(Buffer.alloc(450_000));
    await vi.waitFor(() => expect(relay.totals.toContainerBytes).toBe(900_000), 30_000);
    expect(relay.buffered().incomplete).toBe(0);
    expect(service.sockets.size).toBe(1);
  });

  describe('with the subprotocol for half-close', () => {
    const protocol = relayProtocol;

    it('ends the input of the container and still gives its output', async () => {
      const { client, relay } = await start(
        (socket) => {
          const chunks: Buffer[] = [];
          socket.on('data', (chunk) => chunks.push(chunk));
          socket.on('end', () => socket.end(`got ${Buffer.concat(chunks)}`));
        },
        { protocol },
      );
      expect(client.protocol).toBe(protocol);
      const messages: string[] = [];
      client.on('message', (data) => messages.push(String(data)));
      const closed = once(client, 'close');
      client.send('all of it');
      client.send(Buffer.alloc(0));
      expect((await closed)[0]).toBe(1000);
      expect(messages).toEqual(['got all of it', '']);
      expect(await relay.ended).toBe('container');
    });

    it('announces the end of the output, and still takes input', async () => {
      let received = '';
      const { client } = await start(
        (socket) => {
          socket.once('data', () => socket.end('first'));
          socket.on('data', (chunk) => {
            received += chunk;
          });
        },
        { protocol },
      );
      const closed = once(client, 'close');
      client.on('message', (data: Buffer) => {
        if (data.length > 0) return;
        client.send('second');
        client.send(Buffer.alloc(0));
      });
      client.send('begin, ');
      expect((await closed)[0]).toBe(1000);
      expect(received).toBe('begin, second');
    });

    it('is not given to clients that do not ask for it: empty messages end nothing there', async () => {
      const { client } = await start((socket) => socket.pipe(socket));
      client.send(Buffer.alloc(0));
      client.send('on');
      expect(String((await once(client, 'message'))[0])).toBe('on');
    });
  });

  describe('with a tap', () => {
    function record() {
      const seen = { client: [] as Buffer[], container: [] as Buffer[], ends: [] as RelayEnd[] };
      const tap: RelayTap = {
        fromClient: (chunk) => seen.client.push(chunk),
        fromContainer: (chunk) => seen.container.push(chunk),
        end: (reason) => seen.ends.push(reason),
      };
      return { seen, tap };
    }
    const echoThenEnd = (socket: Socket) => socket.pipe(socket);

    it('shows it every byte of both directions, then the side that ended first', async () => {
      const { seen, tap } = record();
      const { client, relay } = await start(echoThenEnd, { tap });
      const bytes = randomBytes(3_000_000);
      for (let from = 0; from < bytes.length; from += 70_000) client.send(bytes.subarray(from, from + 70_000));
      await vi.waitFor(() => expect(Buffer.concat(seen.container).length).toBe(bytes.length), 30_000);
      expect(seen.ends).toEqual([]);
      client.close(1000);
      await relay.ended;
      expect(Buffer.concat(seen.client).equals(bytes)).toBe(true);
      expect(Buffer.concat(seen.container).equals(bytes)).toBe(true);
      expect(seen.ends).toEqual(['client']);
    });

    it.each<[RelayEnd, (relay: Relay, service: TcpService) => void]>([
      [
        'container',
        (_relay, { sockets }) => {
          for (const socket of sockets) socket.end();
        },
      ],
      ['stopped', (relay) => relay.end('stopped')],
      ['shutdown', (relay) => relay.end('shutdown')],
    ])('names %s as what ended the connection', async (reason, finish) => {
      const { seen, tap } = record();
      const { relay, service } = await start(echoThenEnd, { tap });
      await vi.waitFor(() => expect(service.sockets.size).toBe(1), 30_000);
      finish(relay, service);
      await relay.ended;
      expect(seen.ends).toEqual([reason]);
    });

    it.each(['container', 'client'] as const)(
      'sends nothing more from the %s while it is held, and loses nothing',
      async (side) => {
        const { seen, tap } = record();
        let release = () => {};
        let isFull = true;
        tap.hold = () => {
          if (!isFull || Buffer.concat(seen[side]).length < 1_000_000) return undefined;
          return new Promise((resolve) => {
            release = resolve;
          });
        };
        const bytes = randomBytes(20_000_000);
        let received = 0;
        const serve = (socket: Socket) =>
          side === 'container' ? socket.end(bytes) : socket.on('data', ({ length }) => (received += length));
        const { client } = await start(serve, { tap });
        if (side === 'client') {
          for (let from = 0; from < bytes.length; from += 100_000) client.send(bytes.subarray(from, from + 100_000));
        }
        await vi.waitFor(() => expect(Buffer.concat(seen[side]).length).toBeGreaterThanOrEqual(1_000_000), 30_000);
        // A paused socket still hands over what it has read.
        const held = Buffer.concat(seen[side]).length;
        await delay(300);
        expect(Buffer.concat(seen[side]).length).toBeLessThan(held + 500_000);
        isFull = false;
        release();
        await vi.waitFor(() => expect(Buffer.concat(seen[side]).length).toBe(bytes.length), 30_000);
        expect(Buffer.concat(seen[side]).equals(bytes)).toBe(true);
        if (side === 'client') await vi.waitFor(() => expect(received).toBe(bytes.length), 30_000);
      },
    );

    it('relays on when it fails, and uses it no more', async () => {
      const errors: unknown[] = [];
      let calls = 0;
      const fail = () => {
        calls += 1;
        throw new Error('disk full');
      };
      const tap = guardTap({ fromClient: fail, fromContainer: fail, end: fail }, (error) => errors.push(error));
      const { client, relay } = await start(echoThenEnd, { tap });
      client.send('hello');
      expect(String((await once(client, 'message'))[0])).toBe('hello');
      client.close(1000);
      await relay.ended;
      expect(calls).toBe(1);
      expect(errors).toHaveLength(1);
    });
  });
});
