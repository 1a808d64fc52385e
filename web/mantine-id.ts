import type { Plugin } from 'vite';

const source = `import { useId as useReactId } from 'react';
export const useId = (staticId) => {
  const id = useReactId();
  return typeof staticId === 'string' ? staticId : \`mantine-\${id.replace(/:/g, '')}\`;
};`;

/**
 * Replaces Mantine's \`useId\`, which changes the id once mounted for pages rendered on a server: React then renders each
 * page with a switch or a menu twice, and runs all its effects, within the task of the first commit.
 */
export function mantineIdPlugin(): Plugin {
  return {
    name: 'mantine-id',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/.test(id) ? source : undefined),
  };
}
