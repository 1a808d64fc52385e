import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { addressClient } from '../sender';
import { FairQueue, type Work } from './fair-queue';

const queues: FairQueue[] = [];
afterEach(() => {
  for (const queue of queues.splice(0)) queue.close();
});

interface TestWork extends Work {
  name: string;
  refusedFor: number | undefined;
}

function createHarness({ runningMax = 2, waitMsMax = 10_000, perSecond = 10 } = {}) {
  let at = 0;
  const queue = new FairQueue({ limits: { runningMax, waitMsMax }, perSecond, now: () => at, random: () => 0.5 });
  queues.push(queue);
  const begun: TestWork[] = [];
  let left = 0;
  const add = (client: string, { cost = 1, people = 1, mustRun = false } = {}): TestWork => {
    const work: TestWork = {
      ...{ name: client, client, cost, people, mustRun },
      ...{ order: 0, since: 0, state: 'new', refusedFor: undefined },
      begin: () => void begun.push(work),
      refuse: (seconds) => {
        work.refusedFor = seconds;
      },
    };
    queue.enter(work);
    return work;
  };
  const endOne = () => queue.leave(begun[left++] as TestWork);
  return {
    queue,
    add,
    endOne,
    addMany: (client: string, count: number) => Array.from({ length: count }, () => add(client)),
    pass: (ms: number) => {
      at += ms;
    },
    /** The clients of all works in the order in which they begin. */
    order() {
      while (left < begun.length) endOne();
      return begun.map(({ name }) => name).join(' ');
    },
    begun: () => begun.length,
  };
}

describe('a fair queue', () => {
  it('runs at most `runningMax` works at once, and those of one client in order', () => {
    const { queue, addMany, endOne, begun } = createHarness();
    const works = addMany('a', 4);
    expect([begun(), queue.running, queue.waiting]).toEqual([2, 2, 2]);
    endOne();
    expect([begun(), queue.running, queue.waiting]).toEqual([3, 2, 1]);
    expect(works.map(({ state }) => state)).toEqual(['ended', 'running', 'running', 'waiting']);
  });

  it('lets each client have its turn, however much another one has sent before', () => {
    const { add, addMany, order } = createHarness({ runningMax: 1 });
    addMany('busy', 6);
    add('b');
    add('c');
    add('b');
    expect(order()).toBe('busy busy b c busy b busy busy busy');
  });

  it('lets cheap works pass those that cost more, which are not starved', () => {
    const { add, order } = createHarness({ runningMax: 1 });
    add('first');
    for (const client of ['p', 'q']) add(client, { cost: 4 });
    for (let turn = 0; turn < 6; turn += 1) add('s');
    expect(order()).toBe('first s s s p q s s s');
  });

  it('gives an address the turns of fifty people', () => {
    const { add, order } = createHarness({ runningMax: 1 });
    const hall = addressClient('192.0.2.7');
    expect(hall).toMatchObject({ client: '192.0.2.7', people: 50 });
    add('first');
    for (let turn = 0; turn < 60; turn += 1) add('hall', { people: hall.people });
    for (let turn = 0; turn < 3; turn += 1) add('a');
    const turns = order().split(' ');
    expect(turns.slice(0, turns.lastIndexOf('a')).filter((name) => name === 'hall').length).toBeGreaterThan(49);
  });

  it('lets the first sign-in of an address pass those of addresses that send many', async () => {
    const { queue } = createHarness({ runningMax: 1 });
    const ended: string[] = [];
    const signIn = (ip: string) => queue.run(addressClient(ip), async () => void ended.push(ip));
    const all = [signIn('192.0.2.1')];
    for (let turn = 0; turn < 40; turn += 1) all.push(signIn('192.0.2.1'), signIn('192.0.2.2'));
    all.push(signIn('192.0.2.3'));
    await Promise.all(all);
    expect(ended.indexOf('192.0.2.3')).toBeLessThanOrEqual(3);
  });

  it('remembers no client that does not wait', () => {
    const { add, addMany, order, queue } = createHarness({ runningMax: 1 });
    addMany('busy', 50);
    order();
    queue.tick();
    add('first');
    add('b');
    add('busy');
    expect(order().split(' ').slice(-3)).toEqual(['first', 'b', 'busy']);
  });

  it('refuses what would wait too long by its own rank: the client that sent most', () => {
    const { add, addMany } = createHarness({ runningMax: 1, waitMsMax: 1000 });
    const refused = addMany('busy', 20).filter(({ refusedFor }) => refusedFor !== undefined);
    expect(refused).toHaveLength(9);
    expect(refused.map(({ refusedFor }) => refusedFor)).toEqual(Array(9).fill(3));
    expect(add('b').refusedFor).toBeUndefined();
  });

  it('says beforehand whether a work would be refused, and counts it', () => {
    const { queue, addMany } = createHarness({ runningMax: 1, waitMsMax: 1000 });
    addMany('busy', 11);
    expect([queue.refusalSeconds({ client: 'busy', cost: 1 }), queue.refused]).toEqual([3, 1]);
    expect([queue.refusalSeconds({ client: 'b', cost: 1 }), queue.refused]).toEqual([undefined, 1]);
  });

  it('learns how many works end per second, while some wait', () => {
    const { queue, addMany, pass, endOne } = createHarness({ runningMax: 1, waitMsMax: 60_000 });
    const second = () => {
      pass(1000);
      queue.tick();
    };
    for (let tick = 0; tick < 20; tick += 1) second();
    expect(queue.refusalSeconds({ client: 'b', cost: 1 })).toBeUndefined();
    addMany('a', 20);
    queue.limits.waitMsMax = 3000;
    expect(queue.refusalSeconds({ client: 'a', cost: 1 })).toBeUndefined();
    queue.limits.waitMsMax = 60_000;
    for (let tick = 0; tick < 12; tick += 1) {
      endOne();
      second();
    }
    queue.limits.waitMsMax = 3000;
    expect(queue.refusalSeconds({ client: 'a', cost: 1 })).toBeGreaterThan(3);
  });

  it('takes a moment without an end for no slowness, and more than a second for it', () => {
    const { queue, addMany, pass, endOne } = createHarness({ runningMax: 1, waitMsMax: 60_000 });
    addMany('a', 25);
    queue.limits.waitMsMax = 3000;
    const isRefused = () => queue.refusalSeconds({ client: 'a', cost: 1 }) !== undefined;
    const quarter = () => {
      pass(250);
      queue.tick();
    };
    for (let tick = 0; tick < 3; tick += 1) quarter();
    expect(isRefused()).toBe(false);
    // Ten in the whole second are what it knew.
    for (let end = 0; end < 10; end += 1) endOne();
    quarter();
    addMany('a', 10);
    expect(isRefused()).toBe(false);
    for (let tick = 0; tick < 4; tick += 1) quarter();
    expect(isRefused()).toBe(true);
  });

  it('names no retry time beyond a minute', () => {
    const { addMany } = createHarness({ runningMax: 1, waitMsMax: 0, perSecond: 0.01 });
    expect(addMany('a', 2).map(({ refusedFor }) => refusedFor)).toEqual([undefined, 16]);
    const stalled = createHarness({ runningMax: 0, waitMsMax: 120_000, perSecond: 0.1 });
    expect(stalled.addMany('a', 20).at(-1)?.refusedFor).toBe(60);
  });

  it('refuses works that have waited far too long because others became slow, and not those that must run', () => {
    const { queue, add, pass } = createHarness({ runningMax: 1, waitMsMax: 1000 });
    add('running');
    const late = add('a');
    const required = add('b', { mustRun: true });
    pass(1999);
    queue.tick();
    expect(late.refusedFor).toBeUndefined();
    pass(2);
    queue.tick();
    expect([late.refusedFor, required.refusedFor, queue.waiting]).toEqual([expect.any(Number), undefined, 1]);
  });

  it('gives the slot of a work that was left to the next one, once', () => {
    const { queue, addMany, begun } = createHarness({ runningMax: 1 });
    const [running, waiting, last] = addMany('a', 3) as [TestWork, TestWork, TestWork];
    queue.leave(waiting);
    expect([queue.waiting, begun()]).toEqual([1, 1]);
    queue.leave(running);
    queue.leave(running);
    expect([queue.running, begun(), last.state]).toEqual([1, 2, 'running']);
  });

  it('runs promises in their turn, failures included, and rejects with `request.busy`', async () => {
    const { queue } = createHarness({ runningMax: 1, waitMsMax: 150 });
    const client = { client: 'a', people: 1 };
    const failing = queue.run(client, () => Promise.reject(new Error('broken')));
    const following = queue.run(client, async () => 7);
    const refused = queue.run(client, async () => 8);
    await expect(refused).rejects.toMatchObject({ code: 'request.busy', options: { retryAfterSeconds: 1 } });
    await expect(failing).rejects.toThrow('broken');
    await expect(following).resolves.toBe(7);
    expect(queue.running).toBe(0);
  });

  it('loses no slot and no work, whatever is sent, ends or is left', () => {
    const step = fc.record({ act: fc.constantFrom('add', 'end', 'leave', 'tick'), which: fc.nat(7) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 4 }), (steps, runningMax) => {
        const { queue, add, pass } = createHarness({ runningMax, waitMsMax: 2000, perSecond: 5 });
        const works: TestWork[] = [];
        for (const { act, which } of steps) {
          const running = works.filter(({ state }) => state === 'running');
          if (act === 'add') works.push(add(`client ${which}`, { cost: 1 + (which % 3) }));
          else if (act === 'tick') {
            pass(250);
            queue.tick();
          } else {
            const one = (act === 'end' ? running : works)[which % Math.max(1, running.length)];
            if (one) queue.leave(one);
          }
          const count = (wanted: Work['state']) => works.filter(({ state }) => state === wanted).length;
          expect([queue.running, queue.waiting]).toEqual([count('running'), count('waiting')]);
          expect(queue.running).toBeLessThanOrEqual(runningMax);
          expect(queue.waiting === 0 || queue.running === runningMax).toBe(true);
        }
      }),
    );
  });
});
