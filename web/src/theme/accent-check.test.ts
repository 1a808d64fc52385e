import { describe, expect, it } from 'vitest';
import { checkAccent, nearestReadable } from './accent-check';
import { contrast, toOklch } from './oklch';
import { darkShade, paletteOf } from './palette';
import { surfaces } from './tokens';

const readableIn = (hex: string) =>
  checkAccent(hex)
    .filter(({ isReadable }) => isReadable)
    .map(({ scheme }) => scheme);

describe('checkAccent', () => {
  it.each([
    ['#ffff00', ['dark']],
    ['#ffffff', ['dark']],
    ['#101540', ['light']],
    ['#000000', ['light']],
    ['#2f62e0', ['dark', 'light']],
  ])('%s can be seen in %j', (hex, expected) => expect(readableIn(hex)).toEqual(expected));
});

it('gives the contrast of the colour that pages show, not of the chosen one', () => {
  const [dark, light] = checkAccent('#8f4ad6');
  const shown = paletteOf('#8f4ad6')[darkShade] ?? '';
  expect(shown).not.toBe('#8f4ad6');
  const ratios = [surfaces.page.dark, surfaces.panel.dark].map((ground) => contrast(shown, ground));
  expect(dark).toMatchObject({ isReadable: true, shown, ratio: Math.min(...ratios) });
  expect(light).toMatchObject({ isReadable: true });
});

describe('nearestReadable', () => {
  it('leaves a colour that both schemes show well', () => expect(nearestReadable('#2f62e0')).toBe('#2f62e0'));

  it.each(['#ffff00', '#ffffff', '#000000', '#101540', '#00ff00', '#ffc0cb', '#ff0000'])(
    '%s becomes one of the same hue that both show well',
    (hex) => {
      const corrected = nearestReadable(hex);
      expect(readableIn(corrected)).toEqual(['dark', 'light']);
      const [one, other] = [toOklch(hex), toOklch(corrected)];
      // Greys have no hue.
      if (one.chroma > 0.02) expect(Math.abs(one.hue - other.hue)).toBeLessThan(4);
    },
  );
});
