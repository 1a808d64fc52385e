/**
 * Which chunk a shared module goes to. Left alone, the bundler makes a file for each set of pages that share a module:
 * sixty files of one KiB on the scoreboard. So a module goes to the first of these levels whose pages all need it. Who
 * needs a module needs what it imports, so imports lead to the same level or an earlier one, and never in a circle.
 */
const challenges = /games\/\$id\/challenges\./;
const board = /games\/\$id\/scoreboard\./;
const toasts = /\/ui\/Toasts\./;
const menus = /\/shell\/\w+(Menu|Sheet)\.|\/(NoticePopup|KeyHelp|CommandDialog)\./;
const forms = /\/routes\/(account|teams)|\/(Join|Accent|Confirm|Session)Dialog\./;
const signIn = /\/routes\/account\.(login|register)\.|\/SessionDialog\./;
const lists = /\/routes\/(games\/(index|\$id\/(notices|teams))|posts\/(index|\$postId\.index))/;
const watched = /\/routes\/games\/|\/(TeamAnswers|SolverList|NoticeChoices|WriteupPanel)\./;

const levels: readonly (readonly [chunk: string, ...pages: RegExp[]])[] = [
  ['shell', /\/src\/(main|routes\/index)\.tsx/],
  ['dock', /\/DockPlace\./],
  ['dock', toasts, /games\/\$id\/(route|index)\./],
  ['game', /\/MarkdownText\./],
  ['game', /games\/\$id\/(route|index)\./, /games\/\$id\/(route|challenges|scoreboard)\./],
  // What a small thing on demand shares with a large page is no reason to load the page.
  ['play', toasts, board],
  ['play', challenges, board],
  ['join', /games\/\$id\/index\./],
  ['controls', challenges, forms],
  ['controls', challenges, menus],
  ['overlays', board, forms],
  ['overlays', board, menus],
  ['overlays', forms, menus],
  ['dialogs', forms, watched],
  ['toasts', toasts],
  ['ranks', board, lists],
  ['challenge', challenges],
  ['board', board],
  ['instance', /\/InstanceBlock\./],
  ['menus', menus],
  ['forms', signIn],
  ['account', forms],
  ['lists', lists],
  ['watch', watched],
  ['organise', /./],
];

/** The frame of a game and the place of the dock are never there without the level that they need. */
const isWithLevel = (page: string) => /\/routes\/games\/\$id\/route\.|\/DockPlace\./.test(page);
const isStyle = (id: string) => /\.css(\?|$)/.test(id);

interface ModuleInfo {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
  code: string | null;
}
type Context = { getModuleInfo: (id: string) => ModuleInfo | null };

/** Names everything that its package has, of which a page needs little. */
const isIndex = (id: string) => /(@mantine\/(core|hooks)\/esm\/index|\/tabler-icons-react)\.m?js$/.test(id);
const namedImport = /import\s*{([^}]*)}\s*from\s*["'](?:@mantine\/(?:core|hooks)|@tabler\/icons-react)["']/g;
const namedSource = /{([^}]*)}\s*from\s*["']([^"']*)["']/g;

/** `A` and `C` of `A, B as C` as an index names them, `A` and `B` as its modules do. */
const namesIn = (list: string, side: 'in' | 'out') =>
  list.split(',').flatMap((each) => {
    const [first = '', , second = first] = each.trim().split(/\s+/);
    return first ? [side === 'in' ? first : second] : [];
  });

export function createChunkName(entry: string) {
  const sources = new Map<string, string>();
  const readIndexes = new Set<string>();
  let chunks: ReadonlyMap<string, string | null> | undefined;

  function readIndex(id: string, context: Context): void {
    if (readIndexes.has(id)) return;
    readIndexes.add(id);
    const { code = '', importedIds = [] } = context.getModuleInfo(id) ?? {};
    for (const [, list = '', path = ''] of (code ?? '').matchAll(namedSource)) {
      const source = path.startsWith('.')
        ? new URL(path, `file://${id}`).pathname
        : importedIds.find((one) => one.includes(`/node_modules/${path}/`));
      for (const name of namesIn(list, 'out')) sources.set(name, source ?? id);
    }
  }

  /** What a module imports; in place of an index the modules that it takes from there. */
  function importsOf(id: string, context: Context): string[] {
    const info = context.getModuleInfo(id);
    if (!info || isIndex(id)) return [];
    const indexes = info.importedIds.filter(isIndex);
    if (indexes.length === 0) return [...info.importedIds];
    for (const index of indexes) readIndex(index, context);
    const names = [...(info.code ?? '').matchAll(namedImport)].flatMap(([, list = '']) => namesIn(list, 'in'));
    return [...info.importedIds, ...names.flatMap((name) => sources.get(name) ?? [])];
  }

  function neededBy(page: string, context: Context): Set<string> {
    const needed = new Set([page]);
    for (const each of needed) for (const next of importsOf(each, context)) needed.add(next);
    return needed;
  }

  /** Every module with the pages that need it: the entry, and all that is loaded on demand. */
  function readPages(context: Context): Map<string, string[]> {
    const pagesOf = new Map<string, string[]>();
    const pages = new Set([entry]);
    for (const page of pages) {
      for (const id of neededBy(page, context)) {
        pagesOf.set(id, [...(pagesOf.get(id) ?? []), page]);
        for (const other of context.getModuleInfo(id)?.dynamicallyImportedIds ?? []) pages.add(other);
      }
    }
    if (readIndexes.size === 0) throw new Error('Mantine and Tabler have their indexes in other files');
    return pagesOf;
  }

  function chunkOf(id: string, pages: readonly string[]): string | null {
    // Belongs to the page itself.
    if (pages.length === 1 && pages[0] !== entry && !isWithLevel(pages[0] ?? '')) return null;
    const level = levels.find(([, ...needs]) => needs.every((need) => pages.some((page) => need.test(page))));
    const chunk = level?.[0] ?? null;
    // A few lines, which import nothing, and would be a file of their own.
    return chunk === 'play' && isStyle(id) ? 'game' : chunk;
  }

  return (id: string, context: Context): string | null => {
    chunks ??= new Map([...readPages(context)].map(([each, pages]) => [each, chunkOf(each, pages)]));
    return chunks.get(id) ?? null;
  };
}
