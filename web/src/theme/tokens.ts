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
  dimmed: { dark: '#9ba6ba', light: '#566064' },
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
 * Hue and lightness differ from neighbour to neighbour, so that the thirteen can be told apart without seeing red or
 * green; the icon of the category always stands beside its colour.
 */
export const categories: Record<ChallengeCategory, Token> = {
  Misc: { dark: '#aebcce', light: '#566373' },
  Crypto: { dark: '#ba93fb', light: '#6a42a2' },
  Pwn: { dark: '#f8535a', light: '#a00021' },
  Web: { dark: '#60ccfc', light: '#006c90' },
  Reverse: { dark: '#f99b44', light: '#8d4d00' },
  Blockchain: { dark: '#bbe75f', light: '#597701' },
  Forensics: { dark: '#1bb2ab', light: '#006460' },
  Hardware: { dark: '#b08341', light: '#6e4800' },
  Mobile: { dark: '#47cf79', light: '#007237' },
  PPC: { dark: '#faa6ce', light: '#92486e' },
  AI: { dark: '#7988fc', light: '#3d43b0' },
  Pentest: { dark: '#d850c1', light: '#8c007b' },
  OSINT: { dark: '#f9e77b', light: '#807100' },
};

/** The colour of a category for style sheets and inline styles; follows the scheme. */
export const categoryColour = (category: ChallengeCategory) => `var(--category-${category.toLowerCase()})`;
