import { describe, expect, it } from 'vitest';
import { Histogram } from './histogram';

describe('Histogram', () => {
  it('gives percentiles within about two per cent', () => {
    const histogram = new Histogram();
    for (let ms = 1; ms <= 1000; ms += 1) histogram.add(ms);
    for (const share of [0.01, 0.5, 0.9, 0.99]) {
      expect(histogram.percentile(share)).toBeGreaterThanOrEqual(share * 1000);
      expect(histogram.percentile(share)).toBeLessThan(share * 1000 * 1.03);
    }
    expect(histogram.percentile(1)).toBe(1000);
  });

  it('adds up what several processes have counted', () => {
    const [one, other] = [new Histogram(), new Histogram()];
    for (let count = 0; count < 99; count += 1) one.add(2);
    other.add(500);
    const all = Histogram.of(one.data(), other.data());
    expect(all.count).toBe(100);
    expect(all.percentile(0.99)).toBeLessThan(2.1);
    expect(all.max).toBe(500);
  });

  it('counts what came before its time as the shortest', () => {
    const histogram = new Histogram();
    for (const ms of [-0.4, 0, 0.0001, 8]) histogram.add(ms);
    expect(histogram.percentile(0.5)).toBeLessThan(0.002);
    expect(histogram.percentile(1)).toBe(8);
    expect(histogram.count).toBe(4);
  });

  it('has no percentile of nothing', () => {
    expect(new Histogram().percentile(0.5)).toBeNaN();
  });
});
