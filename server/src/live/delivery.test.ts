import { describe, expect, it } from 'vitest';
import type { LiveConnection } from './connection';
import { createDelivery, type Round } from './delivery';

/** What the delivery sees of connections is nothing; a number stands for one. */
const listenersOf = (count: number) => Array.from({ length: count }, (_, id) => id as unknown as LiveConnection);
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('what is sent to thousands', () => {
  it('goes out at once to a few', () => {
    const sent: unknown[] = [];
    createDelivery().add({ listeners: () => listenersOf(3), send: (one) => sent.push(one) });
    expect(sent).toEqual([0, 1, 2]);
  });

  it('lets others have their turn in between', async () => {
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

  it('comes to each in the order in which it was added, whoever else hears it', async () => {
    const delivery = createDelivery();
    const heard = new Map<unknown, number[]>();
    const hear = (message: number) => (one: unknown) => void heard.set(one, [...(heard.get(one) ?? []), message]);
    delivery.add({ listeners: () => listenersOf(3000), send: hear(1) });
    delivery.add({ listeners: () => listenersOf(10), send: hear(2) });
    delivery.add({ listeners: () => listenersOf(3000), send: hear(3) });
    await delivery.flushed();
    expect(heard.get(5)).toEqual([1, 2, 3]);
    expect(heard.get(2999)).toEqual([1, 3]);
    expect(delivery.length).toBe(0);
  });

  it('asks who listens when its turn has come', async () => {
    const delivery = createDelivery();
    const listeners = listenersOf(2000);
    const sent: unknown[] = [];
    delivery.add({ listeners: () => listenersOf(2000), send: () => {} });
    delivery.add({ listeners: () => listeners, send: (one) => sent.push(one) });
    listeners.length = 1;
    await delivery.flushed();
    expect(sent).toEqual([0]);
  });

  it('keeps no more than a bound waiting', async () => {
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

  it('leaves in one piece, in order, for those who lack and may hear all of it', async () => {
    const heard = new Map<number, string[]>();
    const connect = (id: number, seenAt = 0) =>
      ({
        lacks: (at: number) => at > seenAt,
        send: (bytes: Buffer, messages = 1) =>
          void heard.set(id, [...(heard.get(id) ?? []), `${messages}:${bytes.toString()}`]),
      }) as unknown as LiveConnection;
    const room = new Set(Array.from({ length: 1000 }, (_, id) => connect(id)));
    const [latecomer, expelled, player] = [connect(2000, 2), connect(2001), connect(2002)];
    for (const one of [latecomer, expelled, player]) room.add(one);
    const message = (at: number, listeners: ReadonlySet<LiveConnection>, text: string): Round => {
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
    while (heard.size === 0) await turn();
    room.delete(expelled);
    await flushed;
    expect(heard.get(0)).toEqual(['2:ac']);
    expect(heard.get(2000)).toEqual(['1:c']);
    expect(heard.has(2001)).toBe(false);
    expect(heard.get(2002)).toEqual(['3:abc']);
  });

  it('waits as long as others had in between when those keep the process busy, and gathers meanwhile', async () => {
    let clock = 0;
    const delivery = createDelivery(() => clock);
    let writes = 0;
    const count = { listeners: () => listenersOf(500), send: () => (writes += 1) };
    delivery.add(count);
    // Its second portion comes after requests have taken 50 ms.
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
