import type { ChallengeCategory } from '@vexil/db/enums/challenge';

/** One value per colour scheme. */
export type Token = { dark: string; light: string };

/** Surfaces, lines and text. Contrast of the three text colours on page and panel is 4.5 or more in both schemes. */
export const surfaces = {
  page: { dark: '#0c0f16', light: '#f5f6f9' },
  panel: { dark: '#131824', light: '#ffffff' },
  raised: { dark: '#1a2130', light: '#ffffff' },
  inset: { dark: '#0a0d13', light: '#eceff4' },
  line: { dark: '#242d3f', light: '#dde2ea' },
  'line-strong': { dark: '#35415a', light: '#c3cbd8' },
  text: { dark: '#e7ebf3', light: '#151a24' },
  dimmed: { dark: '#9ba6ba', light: '#566074' },
  faint: { dark: '#8591a9', light: '#636d80' },
} satisfies Record<string, Token>;

/** Our own accent; an organiser or a reader may put another hue in its place. */
export const accent: Token = { dark: '#5b8cff', light: '#2f62e0' };

/** What stands on a filled colour: all filled colours of the dark scheme are bright, those of the light scheme deep. */
export const onFilled: Token = { dark: '#0c0f16', light: '#ffffff' };

export const states = {
  solved: { dark: '#3ecf8e', light: '#0b6d47' },
  danger: { dark: '#ff6b6b', light: '#b82434' },
  warning: { dark: '#f5b83d', light: '#8a5a00' },
  info: { dark: '#58b8ff', light: '#0a68b0' },
} satisfies Record<string, Token>;

export const bloods = {
  first: { dark: '#f2c14e', light: '#8a6400' },
  second: { dark: '#c3ccd9', light: '#5a6678' },
  third: { dark: '#d08b5b', light: '#96562a' },
} satisfies Record<string, Token>;

/**
 * Any two of the thirteen differ in hue or lightness under each kind of colour blindness, by the distance that
 * `colour-vision.test.ts` demands; the icon of the category always stands beside its colour.
 */
export const categories: Record<ChallengeCategory, Token> = {
  Misc: { dark: '#c8efff', light: '#4a526e' },
  Crypto: { dark: '#b191fe', light: '#7a42b6' },
  Pwn: { dark: '#da5841', light: '#882a41' },
  Web: { dark: '#87d3ff', light: '#004371' },
  Reverse: { dark: '#ffc197', light: '#ac5a00' },
  Blockchain: { dark: '#bece32', light: '#5a7a4a' },
  Forensics: { dark: '#09b79a', light: '#04736a' },
  Hardware: { dark: '#c29800', light: '#7b4f00' },
  Mobile: { dark: '#04976a', light: '#00381b' },
  PPC: { dark: '#f98bc6', light: '#9e5694' },
  AI: { dark: '#8570e5', light: '#370097' },
  Pentest: { dark: '#ad6ba9', light: '#540049' },
  OSINT: { dark: '#fff27a', light: '#4c4100' },
};

/** The colour of a category for style sheets and inline styles; follows the scheme. */
export const categoryColour = (category: ChallengeCategory) => `var(--category-${category.toLowerCase()})`;
