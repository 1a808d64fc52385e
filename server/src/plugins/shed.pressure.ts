/**
 * How many requests may be under way at once. What a server can do depends on the machine, on its neighbours and on what
 * is asked, so the limit follows the measured duration: requests that take too long mean that too many share the work.
 * A fixed number, or a refusal of everybody once the event loop is late, was decided against: the first is wrong on every
 * other machine, the second comes when the queue is there already.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What happened since the last reading. */
export interface Reading {
  /** How long those that ended took in the mean; null where none ended. */
  meanMs: number | null;
  /** Most that were under way at once. */
  peak: number;
  /** How late the event loop comes to what waits for it. */
  loopDelayMs: number;
  /** How long the oldest of those under way has waited. */
  oldestMs: number;
}

/** What a request should take at most, in the mean. */
const targetMs = 800;
/** A single player's browser, and every probe, fit into this many. */
export const placesMin = 64;
/** Before anything was measured. */
export const placesAtFirst = 1024;
const placesMax = 4096;

/** The next limit; `perSecond` is how many requests end, over some readings. */
export function adaptPlaces(places: number, reading: Reading, perSecond: number): number {
  const { meanMs, peak, loopDelayMs, oldestMs } = reading;
  // Few at once that take long are slow by themselves, and none of them would be faster with fewer.
  if (peak >= placesMin && (meanMs ?? oldestMs) + loopDelayMs > targetMs) {
    // As many as end within the time that one may take; not at once, because those who wait already still count.
    const served = (perSecond * targetMs) / 1000;
    return Math.min(places, Math.max(placesMin, served, places / 2));
  }
  if (peak > places * 0.8) return Math.min(placesMax, places * 1.25);
  return places < placesAtFirst ? Math.min(placesAtFirst, places * 1.02) : places;
}

/** The state of this process that decides whether one more request is let in. */
export interface Pressure {
  readonly places: number;
  readonly loopDelayMs: number;
  /** Seconds until those who are refused now will fit in, spread over the time that it takes. */
  retryAfterSeconds(): number;
  noteRefused(): void;
  /** `ms` is null where the duration says nothing about the load. */
  noteEnded(ms: number | null): void;
  close(): void;
}

/** What the pressure is measured from. */
export interface Traffic {
  takePeak(): number;
  oldestMs(): number;
}

const readEveryMs = 250;
const retrySecondsMax = 20;

/** Seconds to wait when so many are refused for each one that is served; `random` is below 1. */
export function spreadRetry(refusedPerSecond: number, endedPerSecond: number, random: number): number {
  const seconds = 2 + (2 * refusedPerSecond) / Math.max(1, endedPerSecond);
  return 1 + Math.floor(random * Math.min(retrySecondsMax, seconds));
}

/** Measures this process four times a second, until it is closed. */
export function measurePressure(traffic: Traffic, random: () => number): Pressure {
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  let places = placesAtFirst;
  let loopDelayMs = 0;
  let ended = 0;
  let measured = 0;
  let sumMs = 0;
  let refused = 0;
  let endedPerSecond = 0;
  let refusedPerSecond = 0;
  let readAt = performance.now();

  function read(): void {
    const seconds = Math.max(0.001, (performance.now() - readAt) / 1000);
    readAt = performance.now();
    // The histogram has the time between two looks, of which the loop owes only what is beyond the resolution.
    loopDelayMs = loop.count === 0 ? seconds * 1000 : Math.max(0, loop.mean / 1e6 - 10);
    loop.reset();
    endedPerSecond += (ended / seconds - endedPerSecond) / 2;
    refusedPerSecond += (refused / seconds - refusedPerSecond) / 4;
    const meanMs = measured === 0 ? null : sumMs / measured;
    const reading = { meanMs, peak: traffic.takePeak(), loopDelayMs, oldestMs: traffic.oldestMs() };
    places = adaptPlaces(places, reading, endedPerSecond);
    ended = 0;
    measured = 0;
    sumMs = 0;
    refused = 0;
  }
  const timer = setInterval(read, readEveryMs);
  timer.unref();

  return {
    get places() {
      return places;
    },
    get loopDelayMs() {
      return loopDelayMs;
    },
    retryAfterSeconds: () => spreadRetry(refusedPerSecond, endedPerSecond, random()),
    noteRefused() {
      refused += 1;
    },
    noteEnded(ms) {
      ended += 1;
      if (ms === null) return;
      measured += 1;
      sumMs += ms;
    },
    close() {
      clearInterval(timer);
      loop.disable();
    },
  };
}

/** A limit that nothing moves. */
export const fixedPressure = (places: number): Pressure => ({
  places,
  loopDelayMs: 0,
  retryAfterSeconds: () => 1,
  noteRefused: () => undefined,
  noteEnded: () => undefined,
  close: () => undefined,
});
