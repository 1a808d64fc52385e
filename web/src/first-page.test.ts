import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFirstPage } from './first-page';

function openPromise<T>() {
  let resolve!: (value: T) => void;
  let reject!: (cause: Error) => void;
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

describe('loadFirstPage', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A page whose load starts a call. */
  function setUp() {
    const client = new QueryClient();
    const page = openPromise<void>();
    const call = openPromise<string>();
    let isReady = false;
    const load = async () => {
      void client.prefetchQuery({ queryKey: ['game'], queryFn: () => call.promise });
      await page.promise;
    };
    void loadFirstPage(client, load).then(() => {
      isReady = true;
    });
    const readyIn = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return isReady;
    };
    return { page, call, readyIn };
  }

  it('waits for the page and for the calls that it started', async () => {
    const { page, call, readyIn } = setUp();
    page.resolve();
    expect(await readyIn(10)).toBe(false);
    call.resolve('Night Watch');
    expect(await readyIn(10)).toBe(true);
  });

  it('waits no longer for a call that failed', async () => {
    const { page, call, readyIn } = setUp();
    page.resolve();
    call.reject(new Error('refused'));
    expect(await readyIn(10)).toBe(true);
  });

  it('does not wait long for what does not come', async () => {
    const { readyIn } = setUp();
    expect(await readyIn(300)).toBe(false);
    expect(await readyIn(200)).toBe(true);
  });
});
