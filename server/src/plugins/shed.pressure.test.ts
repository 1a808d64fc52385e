import { describe, expect, it, vi } from 'vitest';
import { createPatience } from './shed.patience';
import { adaptPlaces, measurePressure, placesAtFirst, placesMin, spreadRetry } from './shed.pressure';
import { createUsage } from './shed.usage';

const calm = { meanMs: 20, peak: 10, loopDelayMs: 1, oldestMs: 20 };

describe('the limit of requests under way', () => {
  it('goes down, not at once, to what is served in the time that one may take', () => {
    const slow = { ...calm, meanMs: 2000, peak: 1024 };
    expect(adaptPlaces(1024, slow, 250)).toBe(512);
    expect(adaptPlaces(512, slow, 250)).toBe(256);
    expect(adaptPlaces(256, slow, 250)).toBe(200);
    expect(adaptPlaces(200, slow, 250)).toBe(200);
  });

  it('goes down when the event loop is late, and when nothing ends at all', () => {
    expect(adaptPlaces(1000, { ...calm, peak: 500, loopDelayMs: 900 }, 0)).toBe(500);
    expect(adaptPlaces(1000, { meanMs: null, peak: 900, loopDelayMs: 1, oldestMs: 3000 }, 0)).toBe(500);
  });

  it('never goes below what a few browsers need, nor down because of few that take long', () => {
    expect(adaptPlaces(70, { ...calm, meanMs: 9000, peak: 70 }, 1)).toBe(placesMin);
    expect(adaptPlaces(1024, { ...calm, meanMs: 9000, peak: 5 }, 1)).toBe(1024);
  });

  it('goes up where requests are answered soon although it is reached, and comes back in quiet times', () => {
    expect(adaptPlaces(200, { ...calm, peak: 190 }, 2000)).toBe(250);
    let places: number = placesMin;
    for (let index = 0; index < 200; index += 1) places = adaptPlaces(places, calm, 10);
    expect(places).toBe(placesAtFirst);
  });

  it('is read from the process itself', async () => {
    const takePeak = vi.fn(() => 900);
    const pressure = measurePressure({ takePeak, oldestMs: () => 5000 }, () => 0);
    await vi.waitFor(() => expect(pressure.places).toBeLessThan(placesAtFirst), { timeout: 30_000 });
    expect(pressure.retryAfterSeconds()).toBe(1);
    pressure.close();
  });
});

describe('the time to come back', () => {
  it('is spread over as long as it takes to serve those who were refused', () => {
    const seconds = (random: number) => spreadRetry(3000, 1000, random);
    expect([seconds(0), seconds(0.5), seconds(0.999)]).toEqual([1, 5, 8]);
    expect(spreadRetry(100_000, 10, 0.999)).toBe(20);
    expect(spreadRetry(0, 0, 0.999)).toBe(2);
  });
});

describe('what callers asked for lately', () => {
  it('fades, and is told by caller and in the mean', () => {
    let at = 0;
    const usage = createUsage(1000, () => at);
    for (let index = 0; index < 8; index += 1) usage.add('mira', 1);
    usage.add('noor', 2);
    expect([usage.of('mira'), usage.of('noor'), usage.of('nobody'), usage.mean()]).toEqual([8, 2, 0, 5]);
    at = 1500;
    expect(usage.of('mira')).toBe(4);
    usage.add('mira', 1);
    expect(usage.of('mira')).toBe(5);
    at = 4000;
    expect([usage.of('mira'), usage.mean()]).toEqual([0, 0]);
  });
});

describe('the patience of callers', () => {
  it('counts the times that somebody waited as told, and none for one who does not wait', () => {
    let at = 0;
    const patience = createPatience(() => at);
    expect(patience.of('mira')).toBe(0);
    patience.noteRefused('mira', 3);
    patience.noteRefused('mira', 5);
    at = 3500;
    expect(patience.of('mira')).toBe(0);
    at = 5000;
    expect(patience.of('mira')).toBe(1);
    patience.noteRefused('mira', 2);
    at = 7000;
    expect([patience.of('mira'), patience.of('noor')]).toEqual([2, 0]);
    at = 300_000;
    expect(patience.of('mira')).toBe(0);
  });

  it('gives nothing to whoever comes again and again', () => {
    let at = 0;
    const patience = createPatience(() => at);
    for (let index = 0; index < 100; index += 1) {
      patience.noteRefused('noor', 3);
      at += 50;
    }
    expect(patience.of('noor')).toBe(0);
    at += 3000;
    expect(patience.of('noor')).toBe(1);
  });
});
