import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accentOf } from './accent';
import { contrast, toHex, toOklch } from './oklch';
import { darkShade, isHexColour, lightShade, paletteOf } from './palette';
import { accentPalette } from './theme';
import { accent, bloods, categories, onFilled, states, surfaces, type Token } from './tokens';

const grounds: Token[] = [surfaces.page, surfaces.panel];
const ratio = (token: Token, ground: Token, scheme: keyof Token) => contrast(token[scheme], ground[scheme]);

/** `share` of one colour over another, as `color-mix(in srgb, …)` has it. */
function mixed(one: string, other: string, share: number): string {
  const bytes = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const under = bytes(other);
  const channels = bytes(one).map((value, at) => Math.round(value * share + (under[at] ?? 0) * (1 - share)));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

describe.each(['dark', 'light'] as const)('in the %s scheme', (scheme) => {
  const words = {
    ...states,
    ...bloods,
    ...categories,
    text: surfaces.text,
    dimmed: surfaces.dimmed,
    faint: surfaces.faint,
  };

  it.each(Object.entries(words))('%s can be read on page and panel', (_, token) => {
    for (const ground of grounds) expect(ratio(token, ground, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries({ accent, ...states }))('text can be read on filled %s', (_, token) => {
    expect(ratio(onFilled, token, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  const { page, panel, raised, inset } = surfaces;
  const everyGround = { page, panel, raised, inset };

  it.each(Object.entries(everyGround))('text and dimmed text can be read on %s', (_, ground) => {
    for (const token of [surfaces.text, surfaces.dimmed]) {
      expect(ratio(token, ground, scheme)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(Object.entries({ accent, faint: surfaces.faint, ...states, ...bloods, ...categories }))(
    '%s as icon, edge of focus or mark stands out from every ground',
    (_, token) => {
      for (const ground of Object.values(everyGround)) expect(ratio(token, ground, scheme)).toBeGreaterThanOrEqual(3);
    },
  );

  const palettes = {
    brand: accentPalette,
    chosen: paletteOf('#ffff00'),
    other: paletteOf('#101540'),
    white: paletteOf('#ffffff'),
  };

  it.each(Object.entries(palettes))('links of %s can be read on page and panel', (_, palette) => {
    const link = palette[scheme === 'dark' ? 4 : lightShade] ?? '';
    for (const ground of grounds) expect(contrast(link, ground[scheme])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(palettes))('words on the tint of %s can be read', (_, palette) => {
    // Badges and light buttons: a share of the accent over the ground, as the theme mixes them.
    const share = scheme === 'dark' ? 0.14 : 0.09;
    const [base, words] = scheme === 'dark' ? [palette[darkShade], palette[4]] : [palette[lightShade], palette[8]];
    for (const ground of grounds) {
      const tint = mixed(base ?? '', ground[scheme], share);
      expect(contrast(words ?? '', tint)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it('words on the tint of the accent have the shade made for it', () => {
  const src = join(import.meta.dirname, '..');
  const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));
  const rules = sheets.flatMap((path) => readFileSync(join(src, path), 'utf8').match(/[^{}]+\{[^{}]*\}/g) ?? []);
  const onTint = rules.filter((rule) => rule.includes(' background: var(--color-accent-tint);'));
  expect(onTint).not.toEqual([]);
  expect(onTint.filter((rule) => rule.includes('\n  color: var(--color-accent);'))).toEqual([]);
});

it.each(['dimmed', 'faint'] as const)('%s text of the light scheme has the hue of the text', (name) => {
  const text = toOklch(surfaces.text.light).hue;
  expect(Math.abs(toOklch(surfaces[name].light).hue - text)).toBeLessThan(10);
});

describe('a chosen colour', () => {
  const chosen = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ffffff', '#000000', '#808080', '#e05bd0', '#123456'];

  it.each(chosen)('%s can be read as accent in both schemes, filled and as text', (hex) => {
    const palette = paletteOf(hex);
    const [dark, light] = [palette[darkShade] ?? '', palette[lightShade] ?? ''];
    expect(contrast(dark, onFilled.dark)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, surfaces.panel.dark)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(light, onFilled.light)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(light, surfaces.page.light)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['#fff200', '#00ffcc', '#5b8cff'])('%s is shown as it is on dark pages, where text is readable', (hex) => {
    expect(paletteOf(hex)[darkShade]).toBe(hex);
  });

  it.each(['#2f62e0', '#101540'])('%s is lighter on dark pages, where text would be hard to read', (hex) => {
    expect(toOklch(paletteOf(hex)[darkShade] ?? '').lightness).toBeCloseTo(0.68, 2);
  });

  it('keeps its hue', () => {
    expect(Math.abs(toOklch(paletteOf('#701068')[darkShade] ?? '').hue - toOklch('#701068').hue)).toBeLessThan(3);
  });
});

describe('accentOf', () => {
  it.each([
    ["the organiser's, where it is valid", { source: 'Managed' }, '#e05bd0', paletteOf('#e05bd0')],
    ['ours, where the organiser has none', { source: 'Managed' }, null, accentPalette],
    ["ours, where the organiser's is not a colour", { source: 'Managed' }, 'red', accentPalette],
    ['ours, where the reader says so', { source: 'Default' }, '#e05bd0', accentPalette],
    ["the reader's own", { source: 'Custom', colour: '#00aa55' }, '#e05bd0', paletteOf('#00aa55')],
  ] as const)('gives %s', (_, choice, managed, expected) => {
    expect(accentOf(choice, managed)).toEqual(expected);
  });
});

describe('colours', () => {
  it.each(['#5b8cff', '#0c0f16', '#ffffff', '#f2c14e'])('%s survives the way there and back', (hex) => {
    expect(toHex(toOklch(hex))).toBe(hex);
  });

  it.each([
    ['#5b8cff', true],
    ['#5B8CFF', true],
    ['5b8cff', false],
    ['#5b8', false],
    ['#5b8cfg', false],
    [null, false],
  ])('%s is one: %s', (value, expected) => {
    expect(isHexColour(value)).toBe(expected);
  });
});
