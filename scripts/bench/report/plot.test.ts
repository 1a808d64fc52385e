import { expect, it } from 'vitest';
import { drawPlot } from './plot';

it('draws every value inside its panel, and no text as markup', () => {
  const points = [200, 1000, 10_000].map((x) => ({ x, y: x / 50 }));
  const plot = drawPlot([{ title: 'a < b', unit: 'ms', lines: [{ label: '<script>', points }] }], 'costs');
  expect(plot).not.toContain('<script>');
  expect(plot).not.toContain('NaN');
  const dots = [...plot.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(dots).toHaveLength(3);
  for (const [x = -1, y = -1] of dots) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(420);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(300);
  }
});
