import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { firstPages } from './page-files';

const buildMsMax = 120_000;

interface Built {
  chunks: Map<string, Rolldown.OutputChunk>;
  page: string;
  styles: string[];
}

async function buildClient(): Promise<Built> {
  // As operators build it: React has another half for developers.
  vi.stubEnv('NODE_ENV', 'production');
  const built = await build({
    root: import.meta.dirname,
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    logLevel: 'silent',
    build: { write: false },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = output.filter((one) => one.type === 'chunk');
  const textsOf = (end: string) =>
    output.flatMap((one) => (one.type === 'asset' && one.fileName.endsWith(end) ? [String(one.source)] : []));
  return {
    chunks: new Map(chunks.map((chunk) => [chunk.fileName, chunk])),
    page: textsOf('.html').join(),
    styles: textsOf('.css'),
  };
}

const hasModule = ({ modules }: Rolldown.OutputChunk, pattern: RegExp) =>
  Object.keys(modules).some((id) => pattern.test(id));
const moduleOf = (path: string) =>
  new RegExp(`${path.replace(/[.$/]/g, '\\$&')}\\.tsx${path === '/src/main' ? '$' : '\\?tsr-split=.*component'}`);

const markdown = /\/MarkdownText\.tsx$/;
const pageOf = (address: keyof typeof firstPages) => firstPages[address].map((route) => `/src/routes/${route}`);
const pages = {
  home: pageOf('/'),
  game: pageOf('/games/:id'),
  challenges: pageOf('/games/:id/challenges'),
  scoreboard: pageOf('/games/:id/scoreboard'),
};

describe('the first load', () => {
  let chunks: Built['chunks'];
  let page: string;
  let styles: string[];
  beforeAll(async () => {
    ({ chunks, page, styles } = await buildClient());
  }, buildMsMax);
  afterAll(() => void vi.unstubAllEnvs());

  function chunkWith(pattern: RegExp): Rolldown.OutputChunk {
    const found = [...chunks.values()].filter((chunk) => hasModule(chunk, pattern));
    expect(found, `chunks with ${pattern}`).toHaveLength(1);
    return found[0] as Rolldown.OutputChunk;
  }

  /** What the browser loads before the page is there. */
  function loadedWith(patterns: readonly RegExp[]): Rolldown.OutputChunk[] {
    const loaded = new Set([moduleOf('/src/main'), ...patterns].map(chunkWith));
    for (const { imports } of loaded) {
      for (const name of imports) {
        const chunk = chunks.get(name);
        if (chunk) loaded.add(chunk);
      }
    }
    return [...loaded];
  }

  const kibOf = (loaded: readonly Rolldown.OutputChunk[]) =>
    loaded.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0) / 1024;

  it.each([
    ['home', pages.home, 150],
    ['game', [...pages.game, markdown], 180],
    ['challenges', pages.challenges, 200],
    ['scoreboard', pages.scoreboard, 240],
  ])('of the page %s is light', (_, files, kibMax) => {
    const patterns = files.map((file) => (typeof file === 'string' ? moduleOf(file) : file));
    expect(kibOf(loadedWith(patterns))).toBeLessThan(kibMax);
  });

  it.each(Object.entries(pages))('of the page %s has no schemas, no formulas and few files', (_, files) => {
    const loaded = loadedWith(files.map(moduleOf));
    const heavy = /node_modules\/(zod|katex|lowlight|highlight\.js|marked|@microsoft\/signalr)\//;
    expect(loaded.filter((chunk) => hasModule(chunk, heavy))).toEqual([]);
    expect(loaded.length).toBeLessThanOrEqual(10);
    expect(loaded.filter(({ code }) => brotliCompressSync(code).length < 2048).length).toBeLessThanOrEqual(3);
  });

  it('needs little more for the place of the dock, which comes once the page is there', () => {
    const home = pages.home.map(moduleOf);
    const before = new Set(loadedWith(home));
    const added = loadedWith([...home, /\/DockPlace\.tsx$/]).filter((chunk) => !before.has(chunk));
    expect(added.length).toBeGreaterThan(0);
    expect(kibOf(added)).toBeLessThan(8);
  });

  it.each([
    [/\/ui\/Toasts\.tsx$/, 40],
    [/\/shell\/UserMenu\.tsx$/, 70],
    [/\/NoticePopup\.tsx$/, 40],
    [/\/features\/account\/SessionDialog\.tsx$/, 125],
    [moduleOf('/src/routes/account.login'), 125],
    [moduleOf('/src/routes/games/index'), 90],
    [moduleOf('/src/routes/posts/$postId.index'), 90],
  ])('loads little on demand after it: %s', (pattern, kibMax) => {
    const home = pages.home.map(moduleOf);
    const before = new Set(loadedWith(home));
    const added = loadedWith([...home, pattern]).filter((chunk) => !before.has(chunk));
    expect(added.length).toBeGreaterThan(0);
    expect(kibOf(added)).toBeLessThan(kibMax);
  });

  it('of a page that is a form has the schemas of the form', () => {
    const loaded = loadedWith([moduleOf('/src/routes/account.login')]);
    expect(loaded.some((chunk) => hasModule(chunk, /node_modules\/zod\//))).toBe(true);
  });

  it('names the layers of all styles in the page, whichever style sheet comes first', () => {
    const [, named = ''] = /<style>@layer ([^;]*);/.exec(page) ?? [];
    const used = styles.flatMap((text) => [...text.matchAll(/@layer (mantine\.[\w-]+)\s*\{/g)].map(([, name]) => name));
    expect(used.length).toBeGreaterThan(40);
    expect(used.filter((name) => !named.split(',').includes(name ?? ''))).toEqual([]);
  });

  // Then every chunk finds what it imports, whatever the page.
  it('has no chunks that import each other in a circle', () => {
    const done = new Set<string>();
    const walk = (name: string, path: readonly string[]): void => {
      expect(path, `${path.join(' → ')} → ${name}`).not.toContain(name);
      if (done.has(name)) return;
      for (const next of chunks.get(name)?.imports ?? []) walk(next, [...path, name]);
      done.add(name);
    };
    for (const name of chunks.keys()) walk(name, []);
    expect(done.size).toBeGreaterThan(30);
  });
});
