import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error';
import { UploadQueue, type UploadState } from './upload-queue';

type Store = { names: string[]; signal: AbortSignal; onProgress: (part: number) => void } & Settle;
type Settle = { accept: () => void; refuse: (error: unknown) => void };

const refusal = (status: number, retryAfterSeconds?: number) =>
  new ApiError({ title: '', status, code: status === 0 ? 'network' : `status.${status}` }, retryAfterSeconds);

/** A server that answers when the test says so; what is bound is kept. */
function setUp() {
  const stores: Store[] = [];
  const bound = new Map<string, string>();
  const timers: { run: () => void; delayMs: number }[] = [];
  const failBind: unknown[] = [];
  const queue = new UploadQueue({
    store: (files, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        const names = files.map(({ name }) => name);
        signal.addEventListener('abort', () => reject(signal.reason));
        const accept = () => resolve(names.map((name) => `hash of ${name}`));
        stores.push({ names, signal, onProgress, accept, refuse: reject });
      }),
    bind: async (files) => {
      const failure = failBind.shift();
      if (failure) throw failure;
      return files.map(({ flag, fileHash }) => {
        if (bound.get(flag) === fileHash) return 'same';
        if (bound.has(flag)) return 'kept';
        bound.set(flag, fileHash);
        return 'added';
      });
    },
    isReadable: async ({ name }) => name !== 'gone',
    later: (run, delayMs) => {
      const timer = { run, delayMs };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
  });
  const add = (names: string[], bytes = 4) => {
    queue.add(names.map((name) => new File(['x'.repeat(bytes)], name)));
    const ids = queue.view.get().items.filter(({ state }) => state === 'chosen');
    queue.start(new Map(ids.map(({ id, file }) => [id, file.name])));
  };
  const states = () => queue.view.get().items.map(({ state }) => state);
  const idOf = (name: string) => queue.view.get().items.find(({ file }) => file.name === name)?.id ?? 0;
  return { queue, stores, bound, timers, failBind, add, states, idOf };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
/** Lets promises that are settled by now run to their end. */
const settle = () => new Promise((resolve) => setTimeout(resolve));
const all = (count: number, state: UploadState) => Array.from({ length: count }, () => state);

describe('the upload queue', () => {
  it('sends nothing before it is started', () => {
    const { queue, stores, states } = setUp();
    queue.add([new File(['x'], 'a')]);
    expect(states()).toEqual(['chosen']);
    expect(stores).toEqual([]);
  });

  it('sends three groups at a time and binds each file to its flag', async () => {
    const { stores, states, add, bound } = setUp();
    add(names(70));
    expect(stores.map((store) => store.names.length)).toEqual([20, 20, 20]);
    expect(states().slice(58, 62)).toEqual(['sending', 'sending', 'waiting', 'waiting']);
    stores[0]?.accept();
    await settle();
    expect(stores[3]?.names).toEqual(names(70).slice(60));
    for (const store of stores) store.accept();
    await settle();
    expect(states()).toEqual(all(70, 'done'));
    expect(bound.get('f69')).toBe('hash of f69');
  });

  it('gives a large file a group of its own', () => {
    const { stores, add } = setUp();
    add(['a', 'b'], 5 * 1024 * 1024);
    expect(stores.map((store) => store.names)).toEqual([['a'], ['b']]);
  });

  it('shows how much of each file is sent', () => {
    const { queue, stores, add } = setUp();
    add(['a', 'b']);
    stores[0]?.onProgress(0.75);
    expect(queue.view.get().items.map(({ part }) => part)).toEqual([1, 0.5]);
  });

  it('waits while the network is away, goes on by itself, and sends nothing twice', async () => {
    const { queue, stores, states, add, timers, bound } = setUp();
    add(['a']);
    stores[0]?.refuse(refusal(0));
    await settle();
    expect(queue.view.get().pause).toBe('network');
    expect(states()).toEqual(['waiting']);
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([2000]);
    timers[0]?.run();
    stores[1]?.refuse(refusal(0));
    await settle();
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([4000]);
    queue.tryNow();
    stores[2]?.accept();
    await settle();
    expect(states()).toEqual(['done']);
    expect(queue.view.get().pause).toBeUndefined();
    expect(bound.size).toBe(1);
  });

  it('binds again after a lost reply, without another upload', async () => {
    const { queue, stores, states, add, failBind, bound } = setUp();
    failBind.push(refusal(0));
    add(['a']);
    bound.set('a', 'hash of a');
    stores[0]?.accept();
    await settle();
    expect(states()).toEqual(['waiting']);
    queue.tryNow();
    await settle();
    expect(states()).toEqual(['done']);
    expect(stores).toHaveLength(1);
  });

  it('waits as long as a busy server asks for', async () => {
    const { queue, stores, add, timers } = setUp();
    add(['a']);
    stores[0]?.refuse(refusal(429, 40));
    await settle();
    expect(queue.view.get().pause).toBe('busy');
    expect(timers.map(({ delayMs }) => delayMs)).toEqual([40_000]);
  });

  it('finds the file that the server refuses, stores the others, and sends it again on request', async () => {
    const { queue, stores, states, add, idOf } = setUp();
    add(['a', 'bad', 'c']);
    stores[0]?.refuse(refusal(500));
    await settle();
    expect(stores.slice(1).map((store) => store.names)).toEqual([['a'], ['bad'], ['c']]);
    for (const store of stores.slice(1)) store.names[0] === 'bad' ? store.refuse(refusal(500)) : store.accept();
    await settle();
    expect(states()).toEqual(['done', 'failed', 'done']);
    expect(queue.view.get().items[1]?.error).toMatchObject({ status: 500 });
    queue.retry([idOf('bad')]);
    stores.at(-1)?.accept();
    await settle();
    expect(states()).toEqual(all(3, 'done'));
  });

  it('fails what is left once the session has ended, and takes it up again', async () => {
    const { queue, stores, states, add } = setUp();
    add(names(70));
    for (const store of stores) store.refuse(refusal(401));
    await settle();
    expect(states()).toEqual(all(70, 'failed'));
    expect(stores).toHaveLength(3);
    queue.retry(queue.view.get().items.map(({ id }) => id));
    for (const store of stores) store.accept();
    await settle();
    for (const store of stores) store.accept();
    await settle();
    expect(states()).toEqual(all(70, 'done'));
  });

  it('names a file that can no longer be read, and sends the others of its group', async () => {
    const { queue, stores, states, add } = setUp();
    add(['gone', 'b']);
    stores[0]?.refuse(refusal(0));
    await settle();
    expect(states()).toEqual(['failed', 'sending']);
    expect(queue.view.get().items[0]?.error).toMatchObject({ name: 'UnreadableFileError' });
    expect(queue.view.get().pause).toBeUndefined();
    expect(stores[1]?.names).toEqual(['b']);
  });

  it('never binds a cancelled file, and aborts a group without any other file', async () => {
    const { queue, stores, states, add, bound, idOf } = setUp();
    add(['a', 'b']);
    queue.cancel([idOf('a')]);
    expect(stores[0]?.signal.aborted).toBe(false);
    stores[0]?.accept();
    await settle();
    expect(states()).toEqual(['cancelled', 'done']);
    expect([...bound.keys()]).toEqual(['b']);
    queue.retry([idOf('a')]);
    await settle();
    expect(states()).toEqual(['done', 'done']);
    expect(stores).toHaveLength(1);
    add(['c']);
    queue.cancel([idOf('c')]);
    expect(stores[1]?.signal.aborted).toBe(true);
    await settle();
    expect(states()).toEqual(['done', 'done', 'cancelled']);
  });

  it('fails a file whose flag got another file meanwhile', async () => {
    const { queue, stores, add, bound } = setUp();
    bound.set('a', 'another');
    add(['a']);
    stores[0]?.accept();
    await settle();
    expect(queue.view.get().items[0]).toMatchObject({ state: 'failed', error: { name: 'FlagHasFileError' } });
  });

  it('forgets only what is not under way', () => {
    const { queue, add, states } = setUp();
    add(['a']);
    queue.add([new File(['x'], 'b')]);
    queue.remove(queue.view.get().items.map(({ id }) => id));
    expect(states()).toEqual(['sending']);
  });

  it('stops the timer of a pause when it is closed', async () => {
    const { queue, stores, add, timers, states } = setUp();
    add(['a']);
    stores[0]?.refuse(refusal(0));
    await settle();
    queue.close();
    expect(timers).toEqual([]);
    expect(states()).toEqual(['cancelled']);
  });
});
