import { Counter, Gauge, type Registry } from 'prom-client';
import type { Relays } from './relays';

/** Values are read at scrape time. */
export function registerRelayMetrics(registry: Registry, relays: Relays): void {
  const registers = [registry];
  new Gauge({
    name: 'relays',
    help: 'Connections to containers that this server relays',
    registers,
    collect() {
      this.set(relays.admission.size);
    },
  });
  new Gauge({
    name: 'relay_buffered_bytes',
    help: 'Bytes that relays hold in this process',
    registers,
    collect() {
      this.set(relays.bufferedBytes());
    },
  });
  counter(registry, 'relay_bytes_total', 'Bytes relayed', 'direction', () => {
    const { toContainerBytes, toClientBytes } = relays.countBytes();
    return { container: toContainerBytes, client: toClientBytes };
  });
  counter(registry, 'relays_refused_total', 'Connections refused', 'reason', () => ({ ...relays.stats.refused }));
  counter(registry, 'relays_ended_total', 'Relays ended, by what ended them', 'reason', () => ({
    ...relays.stats.ended,
  }));
}

function counter<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  label: Label,
  read: () => Record<string, number>,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, count] of Object.entries(read())) this.inc({ [label]: value } as never, count);
    },
  });
}
