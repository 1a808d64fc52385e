import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { startTcpService, type TcpService } from '../testing/tcp';
import { openRedis, openSubscriber } from './redis';

const channel = 'redis.test';
let relay: TcpService | undefined;
afterEach(() => relay?.close());

/** Returns the URL of a relay to Redis; `receive` gets what the client sends over the connection of that number, from 1. */
async function startRelay(receive: (chunk: Buffer, number: number, socket: Socket, redis: Socket) => void) {
  const url = new URL(inject('redisUrl'));
  const { hostname, port } = url;
  let count = 0;
  relay = await startTcpService((socket) => {
    count += 1;
    const number = count;
    const redis = connect(Number(port || 6379), hostname);
    redis.on('error', () => socket.destroy());
    redis.on('close', () => socket.destroy());
    redis.pipe(socket);
    socket.on('end', () => redis.end());
    socket.on('close', () => redis.destroy());
    socket.on('data', (chunk) => receive(chunk, number, socket, redis));
  });
  url.host = `127.0.0.1:${relay.port}`;
  return url.href;
}

describe('a connection', () => {
  it('is not ready while Redis hangs, and ready again afterwards', async () => {
    let hangs = false;
    let connections = 0;
    const url = await startRelay((chunk, number, _socket, redis) => {
      connections = number;
      if (!hangs) redis.write(chunk);
    });
    const redis = openRedis(url);
    redis.on('error', () => {});
    expect(await redis.ping()).toBe('PONG');
    hangs = true;
    await expect(redis.ping()).rejects.toThrow();
    await vi.waitFor(() => expect(redis.status).not.toBe('ready'), 10_000);
    const ready = vi.fn();
    redis.on('ready', ready);
    await vi.waitFor(() => expect(connections).toBe(3), 20_000);
    expect(ready).not.toHaveBeenCalled();
    hangs = false;
    await vi.waitFor(async () => expect(await redis.ping()).toBe('PONG'), 10_000);
    redis.disconnect();
  });
});

describe('a subscriber', () => {
  // The runner fails for a rejection without a handler.
  it('hands every error of a repeated subscription to its owner, and receives again', async () => {
    // The second connection is dropped when it subscribes.
    const url = await startRelay((chunk, number, socket, redis) => {
      if (number === 2 && /subscribe/i.test(chunk.toString())) socket.destroy();
      else redis.write(chunk);
    });
    const subscriber = openSubscriber(url);
    const failed = vi.fn();
    const subscribed = vi.fn();
    const received = vi.fn();
    subscriber.on('error', () => {});
    subscriber.on('message', received);
    subscriber.on('ready', () => {
      subscriber.subscribe(channel).then(subscribed, failed);
    });
    await vi.waitFor(() => expect(subscribed).toHaveBeenCalledTimes(1), 30_000);
    for (const socket of relay?.sockets ?? []) socket.destroy();
    await vi.waitFor(() => expect(subscribed).toHaveBeenCalledTimes(2), 10_000);
    expect(failed).toHaveBeenCalledTimes(1);

    const publisher = openRedis(inject('redisUrl'));
    await publisher.publish(channel, 'again');
    await vi.waitFor(() => expect(received).toHaveBeenCalledExactlyOnceWith(channel, 'again'), 30_000);
    publisher.disconnect();
    subscriber.disconnect();
  });
});
