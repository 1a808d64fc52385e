import type { Plugin } from 'vite';

const source = `const shades = Array(10).fill('#000');
const names = ['dark', 'gray', 'red', 'green', 'teal', 'yellow', 'orange', 'blue'];
export const DEFAULT_COLORS = Object.fromEntries(names.map((name) => [name, shades]));`;

/**
 * Replaces Mantine's fourteen palettes: the theme has its own for every name that we use. They take bytes of the first
 * load, and Mantine makes variables of each when a page starts.
 */
export function mantineColoursPlugin(): Plugin {
  return {
    name: 'mantine-colours',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (/@mantine\/core\/esm\/core\/MantineProvider\/default-colors\.mjs$/.test(id) ? source : undefined),
  };
}
