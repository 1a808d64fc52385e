import type { MantineColorsTuple } from '@mantine/core';
import { contrast, toHex, toOklch } from './oklch';
import { onFilled, surfaces } from './tokens';

/** Where in a palette the colour of the dark scheme and that of the light scheme stand. */
export const darkShade = 5;
export const lightShade = 7;

/**
 * Ten steps through the two colours that are actually used: step 5 on dark pages, step 7 on light ones. The steps above
 * are tints for text on tinted ground, the steps below are shades for hover and for text on light tints.
 */
export function palette(onDark: string, onLight: string): MantineColorsTuple {
  const dark = toOklch(onDark);
  const light = toOklch(onLight);
  const mix = (from: number, to: number, part: number) => from + (to - from) * part;
  const tint = (part: number) =>
    toHex({ lightness: mix(0.975, dark.lightness, part), chroma: mix(0.012, dark.chroma, part), hue: dark.hue });
  const shade = (part: number) =>
    toHex({ lightness: mix(light.lightness, 0.22, part), chroma: mix(light.chroma, 0.05, part), hue: light.hue });
  const between = toHex({
    lightness: mix(dark.lightness, light.lightness, 0.5),
    chroma: mix(dark.chroma, light.chroma, 0.5),
    hue: dark.hue,
  });
  return [tint(0), tint(0.16), tint(0.34), tint(0.55), tint(0.78), onDark, between, onLight, shade(0.25), shade(0.5)];
}

export const isHexColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

const textRatioMin = 4.5;

/** As text, and under text. */
const isReadableOnDark = (hex: string) =>
  [surfaces.panel.dark, onFilled.dark].every((other) => contrast(hex, other) >= textRatioMin);

/**
 * A palette from any chosen colour. Dark pages show it as it is where text on and in it is readable; else hue and chroma
 * are kept and the lightness is fixed, because it alone decides that.
 */
export function paletteOf(hex: string): MantineColorsTuple {
  const { chroma, hue } = toOklch(hex);
  return palette(
    isReadableOnDark(hex) ? hex : toHex({ lightness: 0.68, chroma: Math.min(chroma, 0.18), hue }),
    toHex({ lightness: 0.53, chroma: Math.min(chroma, 0.2), hue }),
  );
}
