import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { minify, type Plugin } from 'vite';

const source = fileURLToPath(new URL('public/start.js', import.meta.url));

/** Vite copies files of `public` as they are; this one is on the way of every first paint. */
export function minifyStartPlugin(): Plugin {
  return {
    name: 'minify-start',
    apply: 'build',
    async generateBundle() {
      const { code, errors } = await minify('start.js', await readFile(source, 'utf8'));
      if (errors.length > 0) throw new Error('start.js cannot be minified', { cause: errors });
      this.emitFile({ type: 'asset', fileName: 'start.js', source: code });
    },
  };
}
