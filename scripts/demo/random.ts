import { createHash } from 'node:crypto';

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number; both ends count. */
  int(min: number, max: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
  bytes(count: number): Buffer;
  /** Depends on seed and label only, so that draws added in one place change nothing elsewhere. */
  fork(label: string): Random;
}

export function createRandom(seed: string): Random {
  const digest = createHash('sha256').update(seed).digest();
  let [a, b, c, count] = [0, 4, 8, 12].map((offset) => digest.readUInt32LE(offset)) as [number, number, number, number];

  // The generator sfc32: 128 bits of state, additions, shifts and a rotation.
  const next = () => {
    const sum = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error('There is nothing to pick from.');
    return items[int(0, items.length - 1)] as T;
  };
  return {
    next,
    int,
    pick,
    chance: (share) => next() < share,
    shuffle(items) {
      const result = [...items];
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = int(0, last);
        [result[last], result[other]] = [result[other] as never, result[last] as never];
      }
      return result;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(0, 255))),
    fork: (label) => createRandom(`${seed}/${label}`),
  };
}
