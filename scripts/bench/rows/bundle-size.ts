import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isWebBuilt } from '../../lib/build.mjs';
import type { Row } from './row';

const folder = path.resolve('web/dist');
/** Parts the page of a game fetches by itself: layout, list of challenges, live connection. */
const gameParts = ['route', 'challenges', 'signalr'];
function importsOf(text: string): string[] {
  const names = [...text.matchAll(/(?:\bfrom|\bimport) ?["']\.\/([\w.$-]+\.js)["']/g)];
  return names.flatMap(([, name]) => (name ? [name] : []));
}

/** Every script of the first visit of a game's challenges, with its compressed size. */
function measureScripts(): { loaded: ReadonlyMap<string, number>; shell: number } {
  const loaded = new Map<string, number>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    const content = readFileSync(path.join(folder, file));
    loaded.set(file, gzipSync(content).length);
    for (const other of importsOf(content.toString())) load(path.join(path.dirname(file), other));
  };
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  for (const [, file] of page.matchAll(/(?:src|href)="\/([\w./$-]+\.js)"/g)) if (file) load(file);
  const shell = total(loaded);

  const loadNamed = (what: string, pattern: string) => {
    // A part may be named by one that was loaded for the part before.
    const known = [...loaded.keys()].map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
    const file = new RegExp(pattern).exec(known)?.[1];
    if (!file) throw new Error(`No script of the page is that of ${what}.`);
    load(`static/${file}`);
  };
  const hash = '-[\\w-]{8}\\.js';
  for (const part of gameParts) loadNamed(part, `import\\([\`"']\\./(${part}${hash})`);
  const texts = /\ben-us\.[\w-]+/.exec(page)?.[0];
  if (!texts) throw new Error('The page names no texts.');
  load(`static/${texts}.json`);
  return { loaded, shell };
}

export const bundleSize: Row = async ({ harness }) => {
  if (harness.options.smoke && !(await isWebBuilt()))
    return { skipped: 'the web client is not built, and --smoke does not build it' };
  const { loaded, shell } = measureScripts();
  const largest = [...loaded].sort(([, a], [, b]) => b - a).slice(0, 4);
  return [
    {
      what: 'first load of the game page, scripts with gzip',
      value: total(loaded) / 1024,
      unit: 'KiB',
      budgets: [{ atMost: 250 }],
      note: `${loaded.size} files, texts and live events included; ${(shell / 1024).toFixed(0)} KiB for any page; largest: ${largest.map(([file, bytes]) => `${path.basename(file)} ${(bytes / 1024).toFixed(0)}`).join(', ')}`,
    },
  ];
};

const total = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
