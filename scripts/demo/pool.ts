/** Limits concurrency; the others wait in order. */
export function createPool(max: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot passes to the first in the queue.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
