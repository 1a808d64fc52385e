import { Counter, Gauge, type Registry } from 'prom-client';
import type { LiveHub } from './hub';
import { hubs } from './live.policy';
import type { LiveStats } from './stats';

const counters = {
  framesSent: ['live_frames_sent_total', 'Messages written to sockets of the live hubs, pings included'],
  messagesEncoded: ['live_messages_encoded_total', 'Messages encoded, once for all recipients'],
  replays: ['live_replays_total', 'Reconnects with a successful replay'],
  refetches: ['live_refetches_total', 'Connections asked to refetch because a replay was not possible'],
  closedForReconnect: ['live_sent_away_total', 'Connections closed for reconnect at shutdown'],
} as const satisfies Partial<Record<keyof LiveStats, readonly [name: string, help: string]>>;

/** Registers live metrics; values are read at scrape time. */
export function registerLiveMetrics(registry: Registry, live: LiveHub): void {
  const registers = [registry];
  new Gauge({
    name: 'live_connections',
    help: 'Open connections to the live hubs',
    labelNames: ['hub'],
    registers,
    collect() {
      const counts = live.countConnections();
      for (const hub of hubs) this.set({ hub }, counts[hub]);
    },
  });
  new Gauge({
    name: 'live_waiting_bytes',
    help: 'Bytes buffered for live connections',
    registers,
    collect() {
      this.set(live.backlog.bytes);
    },
  });
  new Gauge({
    name: 'live_rounds_waiting',
    help: 'Messages queued for delivery',
    registers,
    collect() {
      this.set(live.delivery.length);
    },
  });
  for (const [key, [name, help]] of Object.entries(counters)) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(live.stats[key as keyof typeof counters]);
      },
    });
  }
  labelled(registry, 'live_dropped_total', 'Connections dropped because of buffered bytes', () => ({
    slow: live.stats.droppedSlow,
    budget: live.stats.droppedByBudget,
  }));
  labelled(registry, 'live_refused_total', 'Connections and negotiations refused', () => ({
    full: live.stats.refusedFull,
    stopping: live.stats.refusedStopping,
    sender: live.stats.refusedSender,
  }));
}

function labelled(registry: Registry, name: string, help: string, read: () => Record<string, number>): void {
  new Counter({
    name,
    help,
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(read())) this.inc({ reason }, count);
    },
  });
}
