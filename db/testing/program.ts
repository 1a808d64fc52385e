import { fileURLToPath } from 'node:url';

const sources = {
  'server/main': 'server/src/main.ts',
  'server/operate': 'server/src/operate/main.ts',
  'workers/main': 'workers/src/main.ts',
};

/** Words after `node` that run a program: as `npm test` has built it, which starts three times as fast, else its source. */
export function programWords(name: keyof typeof sources): string[] {
  const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  return process.env.TEST_BUILT === '1' ? [inRoot(`dist/${name}.mjs`)] : ['--import', 'tsx', inRoot(sources[name])];
}
