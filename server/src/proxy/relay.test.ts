import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startTcpService, type TcpService } from '../../testing/tcp';
import { type Relay, startRelay } from './relay';

describe('startRelay', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const end of ends.splice(0)) await end();
  });

  async function start(
    serve: (socket: Socket) => void,
    lifetimeMs = 60_000,
  ): Promise<{ client: WebSocket; relay: Relay; service: TcpService }> {
    const service = await startTcpService(serve);
    const container = connect(service.port, '127.0.0.1');
    await once(container, 'connect');
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [accepted] = await once(server, 'connection');
    const relay = startRelay(accepted, container, lifetimeMs);
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
    const { client, relay, service } = await start((socket) => socket.pipe(socket), 60_000);
    const timer = setInterval(() => client.send('busy'), 20);
    const closed = once(client, 'close');
    vi.advanceTimersByTime(59_999);
    for (let echoes = 0; echoes < 3; echoes += 1) await once(client, 'message');
    vi.advanceTimersByTime(1);
    const [code] = await closed;
    clearInterval(timer);
    vi.useRealTimers();
    expect(code).toBe(1000);
    const { toContainerBytes, toClientBytes } = await relay.ended;
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
    expect(await startRelay(accepted, container, 60_000).ended).toEqual({ toContainerBytes: 0, toClientBytes: 0 });
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
    const { toClientBytes } = await relay.ended;
    expect(toClientBytes).toBeLessThan(32 * 1024 * 1024);
    for (const socket of service.sockets) socket.resume();
    await vi.waitFor(() => expect(service.sockets.size).toBe(0), 30_000);
  });
});
