import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';

const isOurs = (id: string) => /^([./\0]|virtual:|@vexil\/)/.test(id);

/** The chunks of the client without other packages, which they import by name. */
async function buildChunks(): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    root: import.meta.dirname,
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    logLevel: 'silent',
    build: { write: false, minify: false, rolldownOptions: { external: (id) => !isOurs(id) } },
  });
  return (built as Rolldown.RolldownOutput).output.filter((one) => one.type === 'chunk');
}

describe('the first load', async () => {
  const chunks = await buildChunks();
  const chunksWith = (module: string) =>
    chunks.filter(({ modules }) => Object.keys(modules).some((id) => id.endsWith(module)));

  /** Files and packages that the browser loads with a chunk before it runs, the chunk's own included. */
  function loadedWith({ fileName, imports }: Rolldown.OutputChunk, loaded = new Set<string>()): Set<string> {
    loaded.add(fileName);
    for (const name of imports) {
      const other = chunks.find((chunk) => chunk.fileName === name);
      if (other && !loaded.has(name)) loadedWith(other, loaded);
      loaded.add(name);
    }
    return loaded;
  }

  /** Packages of the entry and of the components of these route files. */
  function packagesOf(files: readonly string[]): string[] {
    const parts = ['/src/main.tsx', ...files.map((file) => `/src/routes/${file}?tsr-split=component`)].map(chunksWith);
    expect(parts.map(({ length }) => length)).toEqual(parts.map(() => 1));
    const loaded = new Set(parts.flat().flatMap((chunk) => [...loadedWith(chunk)]));
    return [...loaded].filter((name) => !chunks.some(({ fileName }) => fileName === name));
  }

  it.each([
    ['home', ['index.tsx']],
    ['game', ['games/$id/route.tsx', 'games/$id/index.tsx']],
    ['challenges', ['games/$id/route.tsx', 'games/$id/challenges.tsx']],
    ['scoreboard', ['games/$id/route.tsx', 'games/$id/scoreboard.tsx']],
  ])('of the page %s has no schemas', (_, files) => {
    const packages = packagesOf(files);
    expect(packages).toContain('react');
    expect(packages).not.toContain('zod');
  });

  it('of a page that is a form has the schemas of the form', () => {
    expect(packagesOf(['account.login.tsx'])).toContain('zod');
  });
});
