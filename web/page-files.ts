import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

/** Route files below `src/routes` of the pages that most people open first, by address. */
export const firstPages = {
  '/': ['index'],
  '/games/:id': ['games/$id/route', 'games/$id/index'],
  '/games/:id/challenges': ['games/$id/route', 'games/$id/challenges'],
  '/games/:id/scoreboard': ['games/$id/route', 'games/$id/scoreboard'],
} as const;

type Chunk = Rolldown.OutputChunk;

const routes = fileURLToPath(new URL('src/routes/', import.meta.url));

/** The part of a route that has its component, which the router loads by itself. */
const isPageOf = (id: string, route: string) =>
  id.startsWith(`${routes}${route}.tsx?`) && id.includes('component', id.indexOf('?'));

function readPageFiles(chunks: readonly Chunk[]): string {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (starts: readonly Chunk[]): Set<Chunk> => {
    const found = new Set(starts);
    for (const { imports } of found) for (const name of imports) named.get(name) && found.add(named.get(name) as Chunk);
    return found;
  };
  const ofEntry = withImports(chunks.filter(({ isEntry }) => isEntry));
  const lines = Object.entries(firstPages).map(([address, files]) => {
    const starts = files.map((file) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => isPageOf(id, file)));
      if (!chunk) throw new Error(`No chunk has the page ${file}`);
      return chunk;
    });
    const added = [...withImports(starts)].filter((chunk) => !ofEntry.has(chunk));
    const styles = added.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
    return [address, ...added.map(({ fileName }) => `/${fileName}`), ...styles.map((name) => `/${name}`)].join(' ');
  });
  return lines.join(';');
}

const script = /<(?:script type="module"|link rel="modulepreload")/g;

/** The start screen, styles and data come before scripts, which can do nothing without the latter. */
const putScriptsLast = (html: string) => html.replace(script, '$& fetchpriority="low"');

const marker = '<meta name="page-files" content="" />';

const style = /\s*<link rel="stylesheet"[^>]*>/g;

/** Browsers draw what stands before a style sheet without it: the start mark. Scripts wait for it as before. */
function putStylesLast(html: string): string {
  const styles = html.match(style) ?? [];
  if (styles.length === 0) throw new Error('index.html has no style sheet');
  return html.replace(style, '').replace(/\s*<noscript>/, (noscript) => `${styles.join('')}${noscript}`);
}

/**
 * Writes into the page which files the first pages need beyond those that the page names anyway, so that the server can
 * name them too: `<address> <file> <file>;<address> …`. Without it, a browser learns of them once the first scripts ran.
 */
export function pageFilesPlugin(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        if (!html.includes(marker)) throw new Error('index.html has no place for the files of the pages');
        const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
        return putScriptsLast(putStylesLast(html.replace(marker, marker.replace('""', `"${readPageFiles(chunks)}"`))));
      },
    },
  };
}
