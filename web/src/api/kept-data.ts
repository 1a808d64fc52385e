import type { Query, QueryClient } from '@tanstack/react-query';
import { accountEndpoints } from '@vexil/contract/account.endpoints';

/**
 * Keeps what the pages show in the browser's storage, for a reload without network. IndexedDB, because a scoreboard is
 * too large for `localStorage` and would block the page while it is written. Read only when the page itself came from
 * the service worker: with a network the server is asked, and says who is signed in.
 */
type Entry = { owner: string; hash: string; build: string; at: number; queryKey: readonly unknown[]; data: unknown };

const databaseName = 'kept';
const accountRoute = `${accountEndpoints.profile.method} ${accountEndpoints.profile.path}`;
const visitor = 'visitor';
/** What players and readers see. Flags, tokens, and the files of organisers are not left behind in a browser. */
const keptRoutes = /^GET \/api\/(config|posts|team|account\/profile|game)\b(?!.*(capture|cheat|submissions|events))/;
const saveEveryMs = 10_000;
const keptForMs = 7 * 86_400_000;
/** At most a thousandth of the time goes into saving one large reply again and again. */
const pausePerCost = 1000;

const build = `${__BUILD__.commit} ${__BUILD__.time}`;

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('entries', { keyPath: ['owner', 'hash'] });
      request.result.createObjectStore('owner');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  // Another time it may open.
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

const entriesOf = (owner: string) => IDBKeyRange.bound([owner], [owner, []]);

async function store(name: 'entries' | 'owner', mode: IDBTransactionMode) {
  return (await open()).transaction(name, mode).objectStore(name);
}

function put(entries: IDBObjectStore, entry: Entry): void {
  try {
    entries.put(entry);
  } catch {
    // A value that cannot be stored, such as a function.
  }
}

/** Forgets all of it; a browser without storage has nothing to forget. */
export async function forgetKept(): Promise<void> {
  try {
    await settle((await store('entries', 'readwrite')).clear());
    await settle((await store('owner', 'readwrite')).clear());
  } catch {
    // Storage is forbidden or full of something broken.
  }
}

/** Puts what the last account in this browser was shown back into the cache, with the time it is of. */
export async function restoreKept(queryClient: QueryClient): Promise<void> {
  try {
    const owner = await settle((await store('owner', 'readonly')).get('last'));
    if (typeof owner !== 'string') return;
    const entries: Entry[] = await settle((await store('entries', 'readonly')).getAll(entriesOf(owner)));
    for (const entry of entries) {
      if (entry.build !== build || entry.at < Date.now() - keptForMs) continue;
      queryClient.setQueryData(entry.queryKey, entry.data, { updatedAt: entry.at });
    }
  } catch {
    // Without what was kept the page says that the network is missing.
  }
}

const ownerOf = (profile: unknown) => (profile as { userId?: string } | null)?.userId ?? visitor;

/** Notes whose data is saved from now on, and removes everybody else's. */
async function changeOwner(owner: string): Promise<void> {
  const all = await store('entries', 'readwrite');
  for (const key of await settle(all.getAllKeys())) {
    if ((key as string[])[0] !== owner) all.delete(key);
  }
  await settle((await store('owner', 'readwrite')).put(owner, 'last'));
}

/** Saves replies from now on, each at most every ten seconds; gives a function that stops. */
export function keepData(queryClient: QueryClient): () => void {
  let owner: string | undefined;
  let ready: Promise<unknown> = Promise.resolve();
  const waiting = new Map<string, Query>();
  const nextAt = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function save() {
    timer = undefined;
    await ready;
    if (owner === undefined) return;
    const entries = await store('entries', 'readwrite');
    for (const [hash, query] of waiting) {
      if ((nextAt.get(hash) ?? 0) > Date.now()) continue;
      waiting.delete(hash);
      const { data, dataUpdatedAt: at } = query.state;
      if (data === undefined) continue;
      const startedAt = performance.now();
      put(entries, { owner, hash, build, at, queryKey: query.queryKey, data });
      const costMs = performance.now() - startedAt;
      nextAt.set(hash, Date.now() + Math.max(saveEveryMs, costMs * pausePerCost));
    }
    if (waiting.size > 0) later(saveEveryMs);
  }

  function later(pauseMs: number) {
    timer ??= setTimeout(() => save().catch(() => {}), pauseMs);
  }

  function note(query: Query) {
    const [route] = query.queryKey as [unknown];
    if (route === accountRoute) {
      const next = ownerOf(query.state.data);
      // What one account was shown must not be saved as another's.
      if (owner !== undefined && next !== owner) waiting.clear();
      if (next !== owner) ready = changeOwner(next).catch(() => {});
      owner = next;
    }
    if (typeof route !== 'string' || !keptRoutes.test(route)) return;
    waiting.set(query.queryHash, query);
    later(1000);
  }

  const cache = queryClient.getQueryCache();
  // What came with the page is there already.
  cache.getAll().forEach(note);
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
