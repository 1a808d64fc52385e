import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '@vexil/http/deps';
import type { LiveConnection } from './connection';
import type { Delivery } from './delivery';
import type { LiveStats } from './stats';

/** Reconnects per second that a server can admit beside its other work. */
const reconnectsPerSecond = 500;
const spreadMsMin = 1_000;
const spreadMsMax = 30_000;
/** The load balancer needs this long to take a stopping process out of rotation. */
const reconnectDelayMsMin = 500;

/** Connections without a reconnect delay are closed in batches within this time. */
const batchesMsMax = 5_000;
const batchIntervalMs = 100;
/** A client whose socket is terminated earlier may not have read its reconnect delay. */
const closeTimeoutMs = (count: number): number => Math.min(3_000, 1_000 + count);

type Random = Pick<Deps['random'], 'integer'>;

/** Milliseconds over which the reconnects of `count` connections are spread. */
export const spreadMs = (count: number): number =>
  Math.min(spreadMsMax, Math.max(spreadMsMin, Math.ceil((1000 * count) / reconnectsPerSecond)));

/** One reconnect delay in milliseconds per connection: evenly spread with jitter, in random order. */
export function reconnectDelays(random: Random, count: number): number[] {
  const slotMs = spreadMs(count) / Math.max(1, count);
  const delays = Array.from({ length: count }, (_, slot) =>
    Math.round(reconnectDelayMsMin + slotMs * (slot + random.integer(1000) / 1000)),
  );
  for (let at = count - 1; at > 0; at -= 1) {
    const other = random.integer(at + 1);
    [delays[at], delays[other]] = [delays[other] as number, delays[at] as number];
  }
  return delays;
}

/** A random `Retry-After` within the spread of `count` reconnects. */
export const retryAfterSeconds = (random: Random, count: number): number =>
  1 + random.integer(Math.ceil(spreadMs(count) / 1000));

interface CloseDeps {
  random: Random;
  delivery: Delivery;
  stats: LiveStats;
}

/**
 * Closes all current and newly added connections and resolves when their sockets are closed or timed out. Connections
 * with `live=1` receive a jittered reconnect delay; the others are closed in batches.
 */
export async function closeConnections(deps: CloseDeps, connections: ReadonlySet<LiveConnection>): Promise<void> {
  const { random, delivery } = deps;
  const initial = [...connections];
  const hinted = initial.filter(({ asked }) => asked.live);
  const delays = reconnectDelays(random, hinted.length);
  const delayOf = new Map(hinted.map((connection, at) => [connection, delays[at] ?? 0]));
  enqueueClose(deps, hinted, (connection) =>
    connection.closeForReconnectAfter(delayOf.get(connection) ?? reconnectDelayMsMin),
  );
  await closeInBatches(
    deps,
    initial.filter(({ asked }) => !asked.live),
  );
  const late = [...connections].filter(({ isClosed }) => !isClosed);
  enqueueClose(deps, late, (connection) =>
    connection.closeForReconnectAfter(reconnectDelayMsMin + random.integer(spreadMsMin)),
  );
  await delivery.flushed();

  const all = [...initial, ...late];
  const abort = new AbortController();
  const timeout = delay(closeTimeoutMs(all.length), undefined, { signal: abort.signal }).catch(() => {});
  await Promise.race([Promise.all(all.map((connection) => connection.whenClosed())), timeout]);
  abort.abort();
  for (const connection of all) connection.drop();
}

async function closeInBatches(deps: CloseDeps, connections: readonly LiveConnection[]): Promise<void> {
  const batches = Math.ceil(Math.min(batchesMsMax, spreadMs(connections.length)) / batchIntervalMs);
  const size = Math.ceil(connections.length / batches);
  for (let from = 0; from < connections.length; from += size) {
    if (from > 0) await delay(batchIntervalMs);
    enqueueClose(deps, connections.slice(from, from + size), (connection) => connection.closeForReconnect());
  }
}

/** Closes behind the messages that are already queued. */
function enqueueClose(
  { delivery, stats }: CloseDeps,
  connections: readonly LiveConnection[],
  send: (connection: LiveConnection) => void,
): void {
  stats.closedForReconnect += connections.length;
  delivery.add({ listeners: () => connections, send });
}
