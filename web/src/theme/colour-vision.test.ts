import { describe, expect, it } from 'vitest';
import { channels, hexOf, toOklch } from './oklch';
import { categories, type Token } from './tokens';

type Matrix = [number, number, number, number, number, number, number, number, number];

// Machado, Oliveira and Fernandes 2009, at full severity, on linear light.
const visions: Record<string, Matrix> = {
  full: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

// In hundredths of OKLab, of which about two can just be distinguished. Text on light pages leaves less room for lightness.
const floors: Record<keyof Token, number> = { dark: 8, light: 6 };

function seen(hex: string, [a, b, c, d, e, f, g, h, i]: Matrix): string {
  const [red, green, blue] = channels(hex);
  return hexOf([a * red + b * green + c * blue, d * red + e * green + f * blue, g * red + h * green + i * blue]);
}

function distance(one: string, other: string): number {
  const [from, to] = [toOklch(one), toOklch(other)];
  const turn = ((from.hue - to.hue) * Math.PI) / 180;
  const apart = from.chroma ** 2 + to.chroma ** 2 - 2 * from.chroma * to.chroma * Math.cos(turn);
  return 100 * Math.hypot(from.lightness - to.lightness, Math.sqrt(Math.max(0, apart)));
}

const names = Object.keys(categories) as (keyof typeof categories)[];
const pairs = names.flatMap((one, at) => names.slice(0, at).map((other) => [one, other] as const));

describe.each(['dark', 'light'] as const)('the category colours of the %s scheme', (scheme) => {
  it.each(Object.entries(visions))('can be distinguished with %s vision', (_, matrix) => {
    const colour = (name: (typeof names)[number]) => seen(categories[name][scheme], matrix);
    const close = pairs
      .map(([one, other]) => ({ pair: `${one} and ${other}`, apart: distance(colour(one), colour(other)) }))
      .filter(({ apart }) => apart < floors[scheme]);
    expect(close).toEqual([]);
  });
});

describe('the simulation', () => {
  it.each([
    ['protanopia', '#c00000', '#5a4800'],
    ['deuteranopia', '#d0603c', '#93832f'],
    ['tritanopia', '#0060c0', '#006b72'],
  ])('of %s brings colours together that such eyes confuse', (vision, one, other) => {
    const matrix = visions[vision] as Matrix;
    expect(distance(seen(one, matrix), seen(other, matrix))).toBeLessThan(distance(one, other) / 2);
  });

  it('leaves grey as it is', () => {
    for (const matrix of Object.values(visions)) expect(distance(seen('#808080', matrix), '#808080')).toBeLessThan(0.5);
  });
});
