import { setImmediate } from 'node:timers/promises';

const turnMs = 8;

/** In order, with the event loop for others in between. */
export async function mapInTurns<T, R>(list: readonly T[], make: (one: T, index: number) => R): Promise<R[]> {
  const made: R[] = [];
  let since = performance.now();
  for (const [index, one] of list.entries()) {
    made.push(make(one, index));
    if (performance.now() - since < turnMs) continue;
    await setImmediate();
    since = performance.now();
  }
  return made;
}
