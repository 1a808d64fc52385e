import { contrast, toHex, toOklch } from './oklch';
import { darkShade, lightShade, paletteOf } from './palette';
import { surfaces } from './tokens';

/** As for controls and large text; what is smaller takes the adjusted shades. */
const ratioMin = 3;

const grounds = {
  dark: [surfaces.page.dark, surfaces.panel.dark],
  light: [surfaces.page.light, surfaces.panel.light],
} as const;
const shades = { dark: darkShade, light: lightShade } as const;

type Scheme = keyof typeof grounds;

export type SchemeCheck = {
  scheme: Scheme;
  /** Of what pages show if the chosen colour is readable, else of the chosen one; on the less favourable ground. */
  ratio: number;
  /** Of the colour as it was chosen. */
  isReadable: boolean;
  /** What pages show: the theme fixes the lightness of an accent where text would be hard to read. */
  shown: string;
};

const ratioOn = (hex: string, scheme: Scheme) => Math.min(...grounds[scheme].map((ground) => contrast(hex, ground)));

/** How a chosen colour, `#rrggbb`, can be seen in both schemes as it is. */
export const checkAccent = (hex: string): SchemeCheck[] =>
  (['dark', 'light'] as const).map((scheme) => {
    const chosen = ratioOn(hex, scheme);
    const isReadable = chosen >= ratioMin;
    const shown = paletteOf(hex)[shades[scheme]] ?? hex;
    return { scheme, ratio: isReadable ? ratioOn(shown, scheme) : chosen, isReadable, shown };
  });

const holds = (hex: string) => checkAccent(hex).every(({ isReadable }) => isReadable);

/** The colour of the same hue, as little lighter or darker as can be, that both schemes show well. */
export function nearestReadable(hex: string): string {
  if (holds(hex)) return hex;
  const { lightness, ...rest } = toOklch(hex);
  for (let distance = 0.005; distance < 1; distance += 0.005) {
    for (const candidate of [lightness - distance, lightness + distance]) {
      const corrected = toHex({ ...rest, lightness: candidate });
      if (candidate > 0 && candidate < 1 && holds(corrected)) return corrected;
    }
  }
  return hex;
}
