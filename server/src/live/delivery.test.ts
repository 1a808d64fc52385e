import { describe, expect, it } from 'vitest';
import type { LiveConnection } from './connection';
import { type Broadcast, createDelivery } from './delivery';

/** Delivery never reads its connections, so numbers serve for them. */
const listenersOf = (count: number) => Array.from({ length: count }, (_, id) => id as unknown as LiveConnection);
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('delivery', () => {
  it('sends to a few connections at once', () => {
    const sent: unknown[] = [];
    createDelivery().add({ listeners: () => listenersOf(3), send: (one) => sent.push(one) });
    expect(sent).toEqual([0, 1, 2]);
  });

  it('yields to other work between portions', async () => {
    const delivery = createDelivery();
    let sent = 0;
    delivery.add({ listeners: () => listenersOf(5000), send: () => (sent += 1) });
    const seen = [sent];
    while (delivery.length > 0) {
      await turn();
      seen.push(sent);
    }
    expect(sent).toBe(5000);
    expect(seen.length).toBeGreaterThan(5);
    const portions = seen.map((count, at) => count - (seen[at - 1] ?? 0));
    expect(Math.max(...portions)).toBeLessThan(1000);
  });

  it('keeps the order of broadcasts for each connection', async () => {
    const delivery = createDelivery();
    const received = new Map<unknown, number[]>();
    const record = (message: number) => (one: unknown) =>
      void received.set(one, [...(received.get(one) ?? []), message]);
    delivery.add({ listeners: () => listenersOf(3000), send: record(1) });
    delivery.add({ listeners: () => listenersOf(10), send: record(2) });
    delivery.add({ listeners: () => listenersOf(3000), send: record(3) });
    await delivery.flushed();
    expect(received.get(5)).toEqual([1, 2, 3]);
    expect(received.get(2999)).toEqual([1, 3]);
    expect(delivery.length).toBe(0);
  });

  it('evaluates the listeners when the batch begins', async () => {
    const delivery = createDelivery();
    const listeners = listenersOf(2000);
    const sent: unknown[] = [];
    delivery.add({ listeners: () => listenersOf(2000), send: () => {} });
    delivery.add({ listeners: () => listeners, send: (one) => sent.push(one) });
    listeners.length = 1;
    await delivery.flushed();
    expect(sent).toEqual([0]);
  });

  it('bounds the queue', async () => {
    const delivery = createDelivery();
    let most = 0;
    for (let message = 0; message < 10_000; message += 1) {
      delivery.add({ listeners: () => listenersOf(450), send: () => {} });
      most = Math.max(most, delivery.length);
    }
    expect(most).toBeLessThan(2100);
    await delivery.flushed();
    expect(delivery.length).toBe(0);
  });

  it('concatenates frames for connections that need and may receive all of them', async () => {
    const received = new Map<number, string[]>();
    const connect = (id: number, seenAt = 0) =>
      ({
        lacks: (at: number) => at > seenAt,
        send: (bytes: Buffer, messages = 1) =>
          void received.set(id, [...(received.get(id) ?? []), `${messages}:${bytes.toString()}`]),
      }) as unknown as LiveConnection;
    const room = new Set(Array.from({ length: 1000 }, (_, id) => connect(id)));
    const [latecomer, expelled, player] = [connect(2000, 2), connect(2001), connect(2002)];
    for (const one of [latecomer, expelled, player]) room.add(one);
    const message = (at: number, listeners: ReadonlySet<LiveConnection>, text: string): Broadcast => {
      const bytes = Buffer.from(text);
      const isFor = (one: LiveConnection) => listeners.has(one);
      const send = (one: LiveConnection) => {
        if (isFor(one) && one.lacks(at)) one.send(bytes);
      };
      return { listeners: () => listeners, send, frame: { bytes, at, isFor } };
    };
    const delivery = createDelivery();
    delivery.add({ listeners: () => listenersOf(2000), send: () => {} });
    delivery.add(message(1, room, 'a'));
    delivery.add(message(2, new Set([player]), 'b'));
    delivery.add(message(3, room, 'c'));
    const flushed = delivery.flushed();
    while (received.size === 0) await turn();
    room.delete(expelled);
    await flushed;
    expect(received.get(0)).toEqual(['2:ac']);
    expect(received.get(2000)).toEqual(['1:c']);
    expect(received.has(2001)).toBe(false);
    expect(received.get(2002)).toEqual(['3:abc']);
  });

  it('pauses for as long as other work took and batches meanwhile', async () => {
    let clock = 0;
    const delivery = createDelivery(() => clock);
    let writes = 0;
    const count = { listeners: () => listenersOf(500), send: () => (writes += 1) };
    delivery.add(count);
    // Requests take 50 ms before the second portion.
    clock = 50;
    while (delivery.length > 0) await turn();
    delivery.add(count);
    delivery.add(count);
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect([writes, delivery.length]).toEqual([500, 2]);
    clock = 101;
    await delivery.flushed();
    expect([writes, delivery.length]).toEqual([1500, 0]);
  });
});
