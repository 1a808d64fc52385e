import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isWebBuilt } from '../../lib/build.mjs';
import type { Row } from './row';

const folder = path.resolve('web/dist');
/** The parts of a page that the router fetches by itself: the layout of a game, and its list of challenges. */
const gameParts = ['route', 'challenges'];

/** Scripts that a script loads before it runs. */
function importsOf(text: string): string[] {
  const names = [...text.matchAll(/(?:\bfrom|\bimport) ?["']\.\/([\w.$-]+\.js)["']/g)];
  return names.flatMap(([, name]) => (name ? [name] : []));
}

export const weight: Row = async ({ stand }) => {
  if (stand.options.smoke && !(await isWebBuilt()))
    return { skipped: 'the web client is not built, and --smoke does not build it' };
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\/static\/([\w.$-]+\.js)"/g)].flatMap(([, name]) =>
    name ? [name] : [],
  );
  const loaded = new Map<string, number>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    const content = readFileSync(path.join(folder, 'static', name));
    loaded.set(name, gzipSync(content).length);
    for (const other of importsOf(content.toString())) load(other);
  };
  for (const name of scripts) load(name);
  const shell = total(loaded);
  const entry = readFileSync(path.join(folder, 'static', scripts[0] ?? ''), 'utf8');
  for (const part of gameParts) {
    const name = new RegExp(`import\\([\`"']\\./(${part}-[\\w-]{8}\\.js)`).exec(entry)?.[1];
    if (!name) throw new Error(`No script of the page is named ${part}.`);
    load(name);
  }
  const largest = [...loaded].sort(([, a], [, b]) => b - a).slice(0, 4);
  return [
    {
      what: 'first load of the game page, scripts with gzip',
      value: total(loaded) / 1024,
      unit: 'KiB',
      budgets: [{ atMost: 250 }],
      note: `${loaded.size} files, ${(shell / 1024).toFixed(0)} KiB of them for any page; largest: ${largest.map(([name, bytes]) => `${name} ${(bytes / 1024).toFixed(0)}`).join(', ')}`,
    },
  ];
};

const total = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
