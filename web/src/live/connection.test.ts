import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { acquireLive, liveStateOf, pauseMs } from './connection';
import { onLive } from './handlers';
import { type ConnectionEvents, transport } from './hub-connection';

let opened: { address: URL; events: ConnectionEvents; stopped: boolean }[] = [];
let failing = false;
let release = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  failing = false;
  transport.open = async (address, events) => {
    const connection = { address: new URL(address, 'http://test'), events, stopped: false };
    opened.push(connection);
    if (failing) throw new Error('refused');
    return {
      stop: async () => {
        connection.stopped = true;
        events.onClose();
      },
    };
  };
});

afterEach(async () => {
  release();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const notice = { id: 1, type: 'Normal', values: ['hello'], time: 1 } as const;

describe('a live connection', () => {
  it('is shared by all users, and closes some seconds after the last', async () => {
    const [first, second] = [acquireLive('user', 901), acquireLive('user', 901)];
    await settle();
    expect(opened).toHaveLength(1);
    expect(opened[0]?.address.search).toBe('?live=1&game=901');
    expect(liveStateOf('user', 901)).toBe('live');
    first();
    second();
    await vi.advanceTimersByTimeAsync(1000);
    release = acquireLive('user', 901);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened[0]?.stopped).toBe(false);
    release();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened[0]?.stopped).toBe(true);
    expect(liveStateOf('user', 901)).toBe('idle');
  });

  it('hands messages to the handlers of their target, with the game', async () => {
    const received = vi.fn();
    const off = onLive('ReceivedGameNotice', received);
    release = acquireLive('user', 2);
    await settle();
    opened[0]?.events.onMessage('ReceivedGameNotice', notice, '17-0');
    opened[0]?.events.onMessage('Refetch', { withinMs: 1 }, undefined);
    off();
    opened[0]?.events.onMessage('ReceivedGameNotice', notice, '18-0');
    expect(received.mock.calls).toEqual([[notice, 2]]);
  });

  it('reconnects with the last cursor', async () => {
    release = acquireLive('user', 3);
    await settle();
    opened[0]?.events.onMessage('ReceivedGameNotice', notice, '17-0');
    opened[0]?.events.onClose();
    expect(liveStateOf('user', 3)).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(opened[1]?.address.searchParams.get('cursor')).toBe('17-0');
    expect(liveStateOf('user', 3)).toBe('live');
  });

  it('says how old the data is until it has a cursor', async () => {
    failing = true;
    const start = Date.now() - 1200.5;
    release = acquireLive('user', 9, () => Date.now() - start);
    await settle();
    await vi.advanceTimersByTimeAsync(500);
    const ages = opened.map(({ address }) => Number(address.searchParams.get('ageMs')));
    expect(ages[0]).toBe(1201);
    expect(ages[1]).toBeGreaterThan(1400);
    failing = false;
    await vi.advanceTimersByTimeAsync(1000);
    opened.at(-1)?.events.onMessage('CaughtUp', {}, '17-0');
    opened.at(-1)?.events.onClose();
    await vi.advanceTimersByTimeAsync(4000);
    expect(opened.at(-1)?.address.search).toBe('?live=1&game=9&cursor=17-0');
  });

  it('asks again for what arrived while no component was there', async () => {
    const received = vi.fn();
    onTestFinished(onLive('ReceivedGameNotice', received));
    const leave = acquireLive('user', 10);
    await settle();
    opened[0]?.events.onMessage('ReceivedGameNotice', notice, '17-0');
    leave();
    opened[0]?.events.onMessage('ReceivedGameNotice', notice, '18-0');
    expect(received).toHaveBeenCalledTimes(1);
    release = acquireLive('user', 10);
    expect(opened[0]?.stopped).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(opened[1]?.address.searchParams.get('cursor')).toBe('17-0');
    expect(liveStateOf('user', 10)).toBe('live');
  });

  it('reconnects after the delay that the server asked for', async () => {
    release = acquireLive('user', 6);
    await settle();
    opened[0]?.events.onMessage('ReceivedGameNotice', notice, '17-0');
    opened[0]?.events.onMessage('Reconnect', { afterMs: 7000 }, undefined);
    opened[0]?.events.onClose();
    expect(liveStateOf('user', 6)).toBe('reconnecting');
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(6999);
    expect(opened).toHaveLength(1);
    failing = true;
    await vi.advanceTimersByTimeAsync(1);
    expect(opened).toHaveLength(2);
    expect(opened[1]?.address.searchParams.get('cursor')).toBe('17-0');
    failing = false;
    await vi.advanceTimersByTimeAsync(500);
    expect(liveStateOf('user', 6)).toBe('live');
  });

  it.each([{}, { afterMs: 'soon' }, { afterMs: -1 }, null])('ignores the reconnect delay %j', async (payload) => {
    release = acquireLive('user', 7);
    await settle();
    opened[0]?.events.onMessage('Reconnect', payload, undefined);
    opened[0]?.events.onClose();
    await vi.advanceTimersByTimeAsync(500);
    expect(opened).toHaveLength(2);
  });

  it('backs off from a server that accepts and soon closes it', async () => {
    release = acquireLive('user', 8);
    await settle();
    for (let times = 0; times < 5; times += 1) {
      opened.at(-1)?.events.onClose();
      await vi.advanceTimersByTimeAsync(pauseMs(times, 1));
    }
    expect(opened).toHaveLength(6);
    opened.at(-1)?.events.onClose();
    await vi.advanceTimersByTimeAsync(pauseMs(5, 0) - 1);
    expect(opened).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(60_000);
    opened.at(-1)?.events.onClose();
    await vi.advanceTimersByTimeAsync(500);
    expect(opened).toHaveLength(8);
  });

  it('says that it is lost after some attempts, and goes on trying', async () => {
    failing = true;
    release = acquireLive('user', 4);
    await settle();
    expect(liveStateOf('user', 4)).toBe('connecting');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(liveStateOf('user', 4)).toBe('lost');
    failing = false;
    await vi.advanceTimersByTimeAsync(40_000);
    expect(liveStateOf('user', 4)).toBe('live');
  });

  it('does not wait out a long pause when the network is back', async () => {
    failing = true;
    release = acquireLive('user', 5);
    await vi.advanceTimersByTimeAsync(60_000);
    const before = opened.length;
    failing = false;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(600);
    expect(opened.length).toBe(before + 1);
    expect(liveStateOf('user', 5)).toBe('live');
  });
});

describe('pauseMs', () => {
  it('grows to half a minute, and differs from browser to browser', () => {
    expect(pauseMs(0, 0)).toBe(250);
    expect(pauseMs(0, 1)).toBe(500);
    expect(pauseMs(3, 1)).toBe(4000);
    expect(pauseMs(50, 1)).toBe(30_000);
  });
});
