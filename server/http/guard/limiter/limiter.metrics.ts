import { Counter, Gauge, type Registry } from 'prom-client';
import type { Limiter } from './limiter';

export function registerLimiterMetrics(registry: Registry, { queues, inFlight }: Limiter): void {
  const entries = Object.entries(queues);
  const byQueue = { labelNames: ['queue'] as const, registers: [registry] };
  const gauge = (name: string, help: string, read: (queue: (typeof queues)['requests']) => number) =>
    new Gauge({
      ...byQueue,
      name,
      help,
      collect() {
        for (const [queue, one] of entries) this.set({ queue }, read(one));
      },
    });
  gauge('requests_in_flight', 'Requests that have a slot now', ({ running }) => running);
  gauge('requests_in_flight_limit', 'Slots', ({ limits }) => limits.runningMax);
  gauge('requests_waiting', 'Requests that wait for a slot', ({ waiting }) => waiting);
  gauge('requests_oldest_wait_seconds', 'How long the oldest of them has waited', (one) => one.oldestWaitMs / 1000);
  new Counter({
    ...byQueue,
    name: 'requests_shed_total',
    help: 'Requests refused because their wait would be too long',
    collect() {
      this.reset();
      for (const [queue, { refused }] of entries) this.inc({ queue }, refused);
    },
  });
  new Gauge({
    name: 'requests_oldest_seconds',
    help: 'Age of the oldest request that is being answered',
    registers: [registry],
    collect() {
      const now = performance.now();
      let oldest = 0;
      for (const { beganAt } of inFlight) oldest = Math.max(oldest, now - beganAt);
      this.set(oldest / 1000);
    },
  });
}
