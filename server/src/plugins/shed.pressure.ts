/**
 * The limit follows the measured duration, because capacity depends on the machine and on the calls. A fixed number is
 * wrong on every other machine, and refusing once the event loop is late comes after the queue has formed.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Reading {
  meanMs: number | null;
  peak: number;
  loopDelayMs: number;
  oldestMs: number;
}

const targetMs = 800;
/** A single player's browser, and every probe, fit into this many. */
export const slotsMin = 64;
export const slotsInitial = 1024;
const slotsMax = 4096;

export function adaptSlots(slots: number, reading: Reading, perSecond: number): number {
  const { meanMs, peak, loopDelayMs, oldestMs } = reading;
  // Few at once that take long are slow by themselves, and none of them would be faster with fewer.
  if (peak >= slotsMin && (meanMs ?? oldestMs) + loopDelayMs > targetMs) {
    // As many as end within the target time; gradually, because waiting requests still count.
    const served = (perSecond * targetMs) / 1000;
    return Math.min(slots, Math.max(slotsMin, served, slots / 2));
  }
  if (peak > slots * 0.8) return Math.min(slotsMax, slots * 1.25);
  return slots < slotsInitial ? Math.min(slotsInitial, slots * 1.02) : slots;
}

export interface Pressure {
  readonly slots: number;
  readonly loopDelayMs: number;
  retryAfterSeconds(): number;
  recordRefusal(): void;
  /** `ms` is null where the duration says nothing about the load. */
  recordEnd(ms: number | null): void;
  close(): void;
}

export interface Traffic {
  takePeak(): number;
  oldestMs(): number;
}

const readEveryMs = 250;
const retrySecondsMax = 20;

/** Seconds to wait, from the refused requests per served one; `random` is below 1. */
export function spreadRetry(refusedPerSecond: number, endedPerSecond: number, random: number): number {
  const seconds = 2 + (2 * refusedPerSecond) / Math.max(1, endedPerSecond);
  return 1 + Math.floor(random * Math.min(retrySecondsMax, seconds));
}

export function measurePressure(traffic: Traffic, random: () => number): Pressure {
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  let slots = slotsInitial;
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
    // The histogram has the time between two samples; only what exceeds the resolution is a delay.
    loopDelayMs = loop.count === 0 ? seconds * 1000 : Math.max(0, loop.mean / 1e6 - 10);
    loop.reset();
    endedPerSecond += (ended / seconds - endedPerSecond) / 2;
    refusedPerSecond += (refused / seconds - refusedPerSecond) / 4;
    const meanMs = measured === 0 ? null : sumMs / measured;
    const reading = { meanMs, peak: traffic.takePeak(), loopDelayMs, oldestMs: traffic.oldestMs() };
    slots = adaptSlots(slots, reading, endedPerSecond);
    ended = 0;
    measured = 0;
    sumMs = 0;
    refused = 0;
  }
  const timer = setInterval(read, readEveryMs);
  timer.unref();

  return {
    get slots() {
      return slots;
    },
    get loopDelayMs() {
      return loopDelayMs;
    },
    retryAfterSeconds: () => spreadRetry(refusedPerSecond, endedPerSecond, random()),
    recordRefusal() {
      refused += 1;
    },
    recordEnd(ms) {
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

export const fixedPressure = (slots: number): Pressure => ({
  slots,
  loopDelayMs: 0,
  retryAfterSeconds: () => 1,
  recordRefusal: () => undefined,
  recordEnd: () => undefined,
  close: () => undefined,
});
