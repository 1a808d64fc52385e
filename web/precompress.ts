import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|svg|json|webmanifest)$/;
/** Below this a compressed file saves nothing that a packet would not carry anyway. */
const sizeBytesMin = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function precompress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < sizeBytesMin) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await toBrotli(content, { params }));
  await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }));
}

/** Leaves a `.br` and a `.gz` beside each built text file, so that the server never compresses the same file twice. */
export function precompressPlugin(directory: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // Not when the bundle is closed: that comes after a failed build too, and would hide why it failed.
    async writeBundle() {
      const files = await readdir(directory, { recursive: true });
      const texts = files.filter((file) => compressible.test(file));
      await Promise.all(texts.map((file) => precompress(join(directory, file))));
    },
  };
}
