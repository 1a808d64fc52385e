import { expect, it } from 'vitest';
import { cpuMsOf, rateOf, type Subject, takeTurns, totalCpuMsOf, type Work } from './turns';

/** A machine that loses a third of its speed with every window. */
function slowingMachine() {
  const order: string[] = [];
  const subject = (name: string, speed: number): Subject => ({
    name,
    async run(seconds) {
      order.push(`${name} ${seconds}`);
      const requests = 1000 * speed * (2 / 3) ** order.length;
      return {
        requests,
        seconds,
        cpu: { server: requests / 1000, Redis: 0.5 },
        statuses: { 200: requests },
        latency: [1000 / requests],
      };
    },
  });
  return { order, subject };
}

it('warms every subject up, then lets them take turns in alternating order', async () => {
  const { order, subject } = slowingMachine();
  await takeTurns([subject('a', 1), subject('b', 2)], { rounds: 3, seconds: 2, warmUpSeconds: 1 });
  expect(order).toEqual(['a 1', 'b 1', 'a 2', 'b 2', 'b 2', 'a 2', 'a 2', 'b 2']);
});

it('cancels the drift of the machine', async () => {
  const { subject } = slowingMachine();
  const works = await takeTurns([subject('a', 1), subject('b', 1)], { rounds: 2, seconds: 1, warmUpSeconds: 0 });
  const [a, b] = [works.get('a') as Work, works.get('b') as Work];
  // In unchanging order a would be half as fast again as b.
  expect(rateOf(a) / rateOf(b)).toBeCloseTo(7 / 6);
});

it('sums requests, processor time and statuses of all windows, without the warm-up', async () => {
  const { subject } = slowingMachine();
  const works = await takeTurns([subject('a', 9)], { rounds: 2, seconds: 2, warmUpSeconds: 1 });
  const a = works.get('a') as Work;
  const requests = 9000 * (4 / 9 + 8 / 27);
  expect(a.requests).toBeCloseTo(requests);
  expect(a.seconds).toBe(4);
  expect(a.statuses[200]).toBeCloseTo(requests);
  expect(a.latency).toEqual([expect.closeTo(0.25), expect.closeTo(0.375)]);
  expect(rateOf(a)).toBeCloseTo(requests / 4);
  expect(cpuMsOf(a).server).toBeCloseTo(1);
  expect(cpuMsOf(a).Redis).toBeCloseTo(1000 / requests);
  expect(totalCpuMsOf(a)).toBeCloseTo(1 + 1000 / requests);
});
