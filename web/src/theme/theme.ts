import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  rem,
} from '@mantine/core';
import { darkShade, lightShade, palette } from './palette';
import { accent, bloods, categories, onFilled, states, surfaces, type Token } from './tokens';

const fontText =
  "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Hiragino Sans', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans', sans-serif";
const fontDisplay = `'Space Grotesk Variable', 'Space Grotesk Fallback', 'Space Grotesk Fallback Wide', ${fontText}`;
const fontMono =
  "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace";

export const accentPalette: MantineColorsTuple = palette(accent.dark, accent.light);

const solved = palette(states.solved.dark, states.solved.light);
const danger = palette(states.danger.dark, states.danger.light);
const warning = palette(states.warning.dark, states.warning.light);
const info = palette(states.info.dark, states.info.light);

// Mantine paints its dark scheme from this tuple: text, dimmed, placeholder, border, hover, control, panel, page, inset.
const dark: MantineColorsTuple = [
  surfaces.text.dark,
  '#c5cddb',
  surfaces.dimmed.dark,
  surfaces.faint.dark,
  surfaces['line-strong'].dark,
  '#212a3c',
  surfaces.raised.dark,
  surfaces.panel.dark,
  surfaces.page.dark,
  surfaces.inset.dark,
];

const gray: MantineColorsTuple = [
  surfaces.page.light,
  surfaces.inset.light,
  '#e4e8ef',
  surfaces.line.light,
  surfaces['line-strong'].light,
  '#8b95a6',
  surfaces.faint.light,
  surfaces.dimmed.light,
  '#363f50',
  surfaces.text.light,
];

/** The palettes whose text on a filled ground and whose tints we set ourselves, in every scheme. */
const ownColours = ['brand', 'red', 'green', 'teal', 'yellow', 'orange', 'blue'] as const;

const control = { size: 'sm', radius: 'sm' } as const;

/**
 * The theme for one accent palette. `red`, `green`, `yellow` and `blue` are the states danger, solved, warning and info;
 * use them only for that. Everything primary is `brand`.
 */
export function themeFor(
  brand: MantineColorsTuple = accentPalette,
  decimalSign: '.' | ',' = '.',
): MantineThemeOverride {
  return createTheme({
    colors: {
      brand,
      dark,
      gray,
      red: danger,
      green: solved,
      teal: solved,
      yellow: warning,
      orange: warning,
      blue: info,
    },
    primaryColor: 'brand',
    primaryShade: { dark: darkShade, light: lightShade },
    white: '#ffffff',
    black: surfaces.page.dark,
    fontFamily: fontText,
    fontFamilyMonospace: fontMono,
    fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.55', xl: '1.4' },
    headings: {
      fontFamily: fontDisplay,
      fontWeight: '600',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: rem(28), lineHeight: '1.2' },
        h2: { fontSize: rem(20), lineHeight: '1.25' },
        h3: { fontSize: rem(16), lineHeight: '1.3' },
        h4: { fontSize: rem(14), lineHeight: '1.4' },
        h5: { fontSize: rem(13), lineHeight: '1.4' },
        h6: { fontSize: rem(12), lineHeight: '1.4' },
      },
    },
    spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(32) },
    radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(32) },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    activeClassName: '',
    variantColorResolver: (input) => {
      const resolved = defaultVariantColorsResolver(input);
      const colour = input.color ?? 'brand';
      if (input.variant === 'filled' && (ownColours as readonly string[]).includes(colour)) {
        return { ...resolved, color: 'var(--color-on-filled)' };
      }
      return resolved;
    },
    components: {
      Button: { defaultProps: control },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32, radius: 'sm' } },
      TextInput: { defaultProps: control },
      PasswordInput: { defaultProps: control },
      // Whole numbers; what is out of range stays as it was typed, and the form says so.
      NumberInput: {
        defaultProps: { ...control, decimalSeparator: decimalSign, allowDecimal: false, clampBehavior: 'none' },
      },
      Textarea: { defaultProps: { ...control, autosize: true, minRows: 3 } },
      Select: { defaultProps: { ...control, allowDeselect: false } },
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      // At the radius of a field a box of 16 px is a disc, like a radio button.
      Checkbox: { defaultProps: { radius: 'xs' } },
      Pagination: { vars: () => ({ root: { '--pagination-active-color': 'var(--color-on-filled)' } }) },
      Modal: { defaultProps: { centered: true, radius: 'md', transitionProps: { duration: 200 } } },
      Drawer: { defaultProps: { transitionProps: { duration: 200 } } },
      Menu: { defaultProps: { radius: 'md', shadow: 'md', transitionProps: { duration: 120 } } },
      Paper: { defaultProps: { radius: 'md' } },
      Skeleton: { defaultProps: { radius: 'sm' } },
      Loader: { defaultProps: { type: 'dots', size: 'sm' } },
    },
  });
}

const assign = (into: Record<string, string>, prefix: string, tokens: Record<string, Token>, scheme: keyof Token) => {
  for (const [name, token] of Object.entries(tokens)) into[`--${prefix}-${name.toLowerCase()}`] = token[scheme];
};

function schemeVariables(scheme: keyof Token): Record<string, string> {
  const pick = <Value>(dark: Value, light: Value): Value => (scheme === 'dark' ? dark : light);
  const shade = pick(darkShade, lightShade);
  const variables: Record<string, string> = {
    '--color-accent': `var(--mantine-color-brand-${shade})`,
    '--color-accent-tint': 'var(--mantine-color-brand-light)',
    '--color-on-filled': onFilled[scheme],
    '--mantine-primary-color-contrast': onFilled[scheme],
    '--mantine-color-text': surfaces.text[scheme],
    '--mantine-color-bright': surfaces.text[scheme],
    '--mantine-color-body': surfaces.panel[scheme],
    '--mantine-color-dimmed': surfaces.dimmed[scheme],
    '--mantine-color-placeholder': surfaces.faint[scheme],
    '--mantine-color-anchor': pick('var(--mantine-color-brand-4)', 'var(--mantine-color-brand-7)'),
    '--mantine-color-error': states.danger[scheme],
    '--mantine-color-success': states.solved[scheme],
    '--mantine-color-default': pick(surfaces.raised.dark, surfaces.panel.light),
    '--mantine-color-default-hover': pick('#212a3c', surfaces.page.light),
    '--mantine-color-default-color': surfaces.text[scheme],
    '--mantine-color-default-border': surfaces['line-strong'][scheme],
    '--mantine-color-disabled': pick('#171d2a', surfaces.inset.light),
    '--mantine-color-disabled-color': surfaces.faint[scheme],
    '--mantine-color-disabled-border': surfaces.line[scheme],
    '--mantine-color-gray-light': pick(surfaces.raised.dark, surfaces.inset.light),
    '--mantine-color-gray-light-hover': pick('#212a3c', '#e4e8ef'),
    '--mantine-color-gray-light-color': surfaces.dimmed[scheme],
    '--shadow-raised': pick('none', '0 1px 2px rgb(21 26 36 / 6%), 0 2px 8px rgb(21 26 36 / 4%)'),
    '--shadow-floating': pick(
      '0 8px 32px rgb(0 0 0 / 55%)',
      '0 4px 12px rgb(21 26 36 / 8%), 0 12px 32px rgb(21 26 36 / 10%)',
    ),
  };
  assign(variables, 'color', surfaces, scheme);
  assign(variables, 'color', states, scheme);
  assign(variables, 'blood', bloods, scheme);
  assign(variables, 'category', categories, scheme);
  for (const name of ownColours) {
    const own = `--mantine-color-${name}`;
    const base = `var(${own}-${shade})`;
    const share = pick([14, 22], [9, 15]);
    variables[`${own}-text`] = pick(`var(${own}-4)`, base);
    variables[`${own}-filled-hover`] = pick(`var(${own}-4)`, `var(${own}-8)`);
    variables[`${own}-light`] = `color-mix(in srgb, ${base} ${share[0]}%, transparent)`;
    variables[`${own}-light-hover`] = `color-mix(in srgb, ${base} ${share[1]}%, transparent)`;
    variables[`${own}-light-color`] = pick(`var(${own}-4)`, `var(${own}-8)`);
    variables[`${own}-outline`] = base;
  }
  return variables;
}

/** Our tokens as custom properties, and those of Mantine's own that would otherwise not follow them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--font-display': fontDisplay,
    '--motion-state': '120ms',
    '--motion-place': '200ms',
    // Medals keep their metal on any ground; only their edge follows the scheme.
    '--medal-first': bloods.first.dark,
    '--medal-second': bloods.second.dark,
    '--medal-third': bloods.third.dark,
    '--mantine-shadow-md': 'var(--shadow-floating)',
    '--mantine-shadow-xl': 'var(--shadow-floating)',
  },
  dark: schemeVariables('dark'),
  light: schemeVariables('light'),
});
