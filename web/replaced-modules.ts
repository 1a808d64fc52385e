import type { Plugin } from 'vite';

/** Puts `source` in the place of a library's module; a build fails where the library has no such file. */
function replaceModule(name: string, file: RegExp, source: string): Plugin {
  let isFound = false;
  return {
    name,
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!file.test(id)) return undefined;
      isFound = true;
      return source;
    },
    buildEnd(error) {
      if (!error && !isFound) throw new Error(`${name} replaces ${file}, which is gone`);
    },
  };
}

export const replacedModules = (): Plugin[] => [
  // Icons stand beside words or in controls with a name: none is said, without each saying so itself.
  replaceModule(
    'silent-icons',
    /@tabler\/icons-react\/dist\/esm\/defaultAttributes\.mjs$/,
    `const shared = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24', 'aria-hidden': true };
export default {
  outline: { ...shared, fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' },
  filled: { ...shared, stroke: 'none' },
};`,
  ),
  // Mantine's fourteen palettes: the theme has its own for every name that we use. They take 0.7 KiB of the first load,
  // which the limit of the page of a game does not have, and Mantine makes variables of each when a page starts.
  replaceModule(
    'mantine-colours',
    /@mantine\/core\/esm\/core\/MantineProvider\/default-colors\.mjs$/,
    `const shades = Array(10).fill('#000');
const names = ['dark', 'gray', 'red', 'green', 'teal', 'yellow', 'orange', 'blue'];
export const DEFAULT_COLORS = Object.fromEntries(names.map((name) => [name, shades]));`,
  ),
  // Mantine's `useId` changes the id once mounted for pages rendered on a server: React then renders each page with a
  // switch or a menu twice, and runs all its effects, within the task of the first commit.
  replaceModule(
    'mantine-id',
    /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/,
    `import { useId as useReactId } from 'react';
export const useId = (staticId) => {
  const id = useReactId();
  return typeof staticId === 'string' ? staticId : \`mantine-\${id.replace(/:/g, '')}\`;
};`,
  ),
];
