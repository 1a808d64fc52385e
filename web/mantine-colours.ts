import type { Plugin } from 'vite';

/**
 * Leaves out Mantine's palettes: the theme has its own for every name that we use. Each palette takes bytes of the first
 * load, and thirty variables that are made when a page starts.
 */
export function mantineColoursPlugin(): Plugin {
  return {
    name: 'mantine-colours',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      /@mantine\/core\/esm\/core\/MantineProvider\/default-colors\.mjs$/.test(id)
        ? 'export const DEFAULT_COLORS = {};'
        : undefined,
  };
}
