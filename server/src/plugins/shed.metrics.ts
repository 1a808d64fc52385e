import { Counter, Gauge, type Registry } from 'prom-client';
import type { Shed, ShedOptions } from './shed';
import type { RequestKind, ShedReason } from './shed.policy';

export function registerShedMetrics(registry: Registry, shed: Shed, logins: ShedOptions['logins']): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('requests_in_flight', 'Requests that take a slot now', () => shed.slots);
  gauge('requests_in_flight_limit', 'Slots for requests', () => shed.pressure.slots);
  gauge('requests_oldest_seconds', 'Age of the oldest request that is being answered', () => {
    const oldest = shed.inFlight.oldest();
    return oldest === undefined ? 0 : (performance.now() - oldest) / 1000;
  });
  gauge('event_loop_delay_seconds', 'Delay of the event loop in the last quarter of a second', () => {
    return shed.pressure.loopDelayMs / 1000;
  });
  gauge('password_hashes_waiting', 'Sign-ins in the queue', () => logins.waiting);
  new Counter({
    name: 'requests_shed_total',
    help: 'Requests that were refused because the process had too many',
    labelNames: ['reason', 'kind'] as const,
    registers,
    collect() {
      this.reset();
      for (const [name, count] of shed.refused) {
        const [reason, kind] = name.split(' ') as [ShedReason, RequestKind];
        this.inc({ reason, kind }, count);
      }
    },
  });
}
