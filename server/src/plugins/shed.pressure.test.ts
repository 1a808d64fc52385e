import { describe, expect, it, vi } from 'vitest';
import { adaptSlots, measurePressure, slotsInitial, slotsMin, spreadRetry } from './shed.pressure';
import { createRetryCredit } from './shed.retry-credit';
import { createUsage } from './shed.usage';

const calm = { meanMs: 20, peak: 10, loopDelayMs: 1, oldestMs: 20 };

describe('the limit of requests in flight', () => {
  it('goes down, not at once, to what is served in the time that one may take', () => {
    const slow = { ...calm, meanMs: 2000, peak: 1024 };
    expect(adaptSlots(1024, slow, 250)).toBe(512);
    expect(adaptSlots(512, slow, 250)).toBe(256);
    expect(adaptSlots(256, slow, 250)).toBe(200);
    expect(adaptSlots(200, slow, 250)).toBe(200);
  });

  it('goes down when the event loop is late, and when nothing ends at all', () => {
    expect(adaptSlots(1000, { ...calm, peak: 500, loopDelayMs: 900 }, 0)).toBe(500);
    expect(adaptSlots(1000, { meanMs: null, peak: 900, loopDelayMs: 1, oldestMs: 3000 }, 0)).toBe(500);
  });

  it('never goes below what a few browsers need, nor down because of few that take long', () => {
    expect(adaptSlots(70, { ...calm, meanMs: 9000, peak: 70 }, 1)).toBe(slotsMin);
    expect(adaptSlots(1024, { ...calm, meanMs: 9000, peak: 5 }, 1)).toBe(1024);
  });

  it('rises when it is reached and replies are still fast, and returns to its initial value in quiet times', () => {
    expect(adaptSlots(200, { ...calm, peak: 190 }, 2000)).toBe(250);
    let slots: number = slotsMin;
    for (let index = 0; index < 200; index += 1) slots = adaptSlots(slots, calm, 10);
    expect(slots).toBe(slotsInitial);
  });

  it('is read from the process itself', async () => {
    const takePeak = vi.fn(() => 900);
    const pressure = measurePressure({ takePeak, oldestMs: () => 5000 }, () => 0);
    await vi.waitFor(() => expect(pressure.slots).toBeLessThan(slotsInitial), { timeout: 30_000 });
    expect(pressure.retryAfterSeconds()).toBe(1);
    pressure.close();
  });
});

describe('the retry delay', () => {
  it('is spread over the time that serving the refused requests takes', () => {
    const seconds = (random: number) => spreadRetry(3000, 1000, random);
    expect([seconds(0), seconds(0.5), seconds(0.999)]).toEqual([1, 5, 8]);
    expect(spreadRetry(100_000, 10, 0.999)).toBe(20);
    expect(spreadRetry(0, 0, 0.999)).toBe(2);
  });
});

describe('the usage of callers', () => {
  it('decays, and is known by caller and on average', () => {
    let at = 0;
    const usage = createUsage(1000, () => at);
    for (let index = 0; index < 8; index += 1) usage.add('mira', 1);
    usage.add('noor', 2);
    expect([usage.of('mira'), usage.of('noor'), usage.of('other'), usage.mean()]).toEqual([8, 2, 0, 5]);
    at = 1500;
    expect(usage.of('mira')).toBe(4);
    usage.add('mira', 1);
    expect(usage.of('mira')).toBe(5);
    at = 4000;
    expect([usage.of('mira'), usage.mean()]).toEqual([0, 0]);
  });
});

describe('the retry credit of callers', () => {
  it('counts how often a client waited the time it was given', () => {
    let at = 0;
    const retryCredit = createRetryCredit(() => at);
    expect(retryCredit.of('mira')).toBe(0);
    retryCredit.recordRefusal('mira', 3);
    retryCredit.recordRefusal('mira', 5);
    at = 3500;
    expect(retryCredit.of('mira')).toBe(0);
    at = 5000;
    expect(retryCredit.of('mira')).toBe(1);
    retryCredit.recordRefusal('mira', 2);
    at = 7000;
    expect([retryCredit.of('mira'), retryCredit.of('noor')]).toEqual([2, 0]);
    at = 300_000;
    expect(retryCredit.of('mira')).toBe(0);
  });

  it('is not given to a client that retries without waiting', () => {
    let at = 0;
    const retryCredit = createRetryCredit(() => at);
    for (let index = 0; index < 100; index += 1) {
      retryCredit.recordRefusal('noor', 3);
      at += 50;
    }
    expect(retryCredit.of('noor')).toBe(0);
    at += 3000;
    expect(retryCredit.of('noor')).toBe(1);
  });
});
