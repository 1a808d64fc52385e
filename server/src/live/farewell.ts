// When a process stops, thousands of browsers look for another one. Each is told its own moment to come back at, so that
// they come as a stream that the others can take up, whatever their clocks and random numbers are.

import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../deps';
import type { LiveConnection } from './connection';
import type { Delivery } from './delivery';
import type { LiveStats } from './stats';

/** A server admits this many in a second beside its other work. */
const comeBackPerSecond = 500;
const spreadMsMin = 1_000;
const spreadMsMax = 30_000;
/** Nobody is asked to come back at once: a balancer has to see first that this process is gone. */
const pauseMs = 500;

/** Clients that cannot be told when to come back are sent away over this time at most, so that a stop stays a stop. */
const partingMsMax = 5_000;
const partingStepMs = 100;
/** How long is waited for clients to hang up: those whose line is cut instead may not have read when to come back. */
const farewellMs = (count: number): number => Math.min(3_000, 1_000 + count);

type Random = Pick<Deps['random'], 'integer'>;

/** Over how many milliseconds this many connections come back. */
export const spreadMs = (count: number): number =>
  Math.min(spreadMsMax, Math.max(spreadMsMin, Math.ceil((1000 * count) / comeBackPerSecond)));

/** After how many milliseconds each of `count` connections is to come back: evenly spread, in no order. */
export function comeBackDelays(random: Random, count: number): number[] {
  const slotMs = spreadMs(count) / Math.max(1, count);
  const delays = Array.from({ length: count }, (_, slot) =>
    Math.round(pauseMs + slotMs * (slot + random.integer(1000) / 1000)),
  );
  for (let at = count - 1; at > 0; at -= 1) {
    const other = random.integer(at + 1);
    [delays[at], delays[other]] = [delays[other] as number, delays[at] as number];
  }
  return delays;
}

/** Seconds after which a refused client may try again: somewhere within the time that others take to come back. */
export const retryAfterSeconds = (random: Random, count: number): number =>
  1 + random.integer(Math.ceil(spreadMs(count) / 1000));

interface Parting {
  random: Random;
  delivery: Delivery;
  stats: LiveStats;
}

/**
 * Sends everybody away who is among the connections now or comes meanwhile, and resolves when they are gone. Those that
 * asked for our targets are told when to come back; the others are sent away little by little.
 */
export async function sayGoodBye(parting: Parting, connections: ReadonlySet<LiveConnection>): Promise<void> {
  const { random, delivery } = parting;
  const leaving = [...connections];
  const told = leaving.filter(({ asked }) => asked.live);
  const delays = comeBackDelays(random, told.length);
  const delayOf = new Map(told.map((connection, at) => [connection, delays[at] ?? 0]));
  // In line with what they are still to hear.
  sendAway(parting, told, (connection) => connection.sendAwayFor(delayOf.get(connection) ?? pauseMs));
  await partFrom(
    parting,
    leaving.filter(({ asked }) => !asked.live),
  );
  const late = [...connections].filter(({ isClosed }) => !isClosed);
  sendAway(parting, late, (connection) => connection.sendAwayFor(pauseMs + random.integer(spreadMsMin)));
  await delivery.flushed();

  const all = [...leaving, ...late];
  const waiting = new AbortController();
  const enough = delay(farewellMs(all.length), undefined, { signal: waiting.signal }).catch(() => {});
  await Promise.race([Promise.all(all.map((connection) => connection.whenGone())), enough]);
  waiting.abort();
  for (const connection of all) connection.drop();
}

async function partFrom(parting: Parting, others: readonly LiveConnection[]): Promise<void> {
  const steps = Math.ceil(Math.min(partingMsMax, spreadMs(others.length)) / partingStepMs);
  const portion = Math.ceil(others.length / steps);
  for (let from = 0; from < others.length; from += portion) {
    if (from > 0) await delay(partingStepMs);
    sendAway(parting, others.slice(from, from + portion), (connection) => connection.sendAway());
  }
}

function sendAway(
  { delivery, stats }: Parting,
  leaving: readonly LiveConnection[],
  send: (connection: LiveConnection) => void,
): void {
  stats.sentAway += leaving.length;
  delivery.add({ listeners: () => leaving, send });
}
