// Thousands of flags at once: a rolling hash per length of flag, so the time does not grow with the number of flags, and
// no player can slow it down with beginnings of flags. The hash decides nothing: bytes are compared.

import { randomInt } from 'node:crypto';
import type { FoundMatch, Matcher } from './matcher';

export interface OwnedFlag {
  flag: string;
  owner: number;
}

interface FlagBytes {
  bytes: Buffer;
  owner: number;
}

interface Group {
  length: number;
  /** The base to the power of the length. */
  power: number;
  byHash: Map<number, FlagBytes[]>;
  /** One bit for each value of 16 bits of a hash in the map: most places end here. */
  filter: Uint8Array;
}

const filterBits = 16;

/** As they are, and as forms and addresses of the web carry them. */
function variantsOf({ flag, owner }: OwnedFlag): FlagBytes[] {
  const texts = new Set([flag, encodeURIComponent(flag)]);
  return [...texts].map((text) => ({ bytes: Buffer.from(text), owner }));
}

function hashOf(bytes: Buffer, base: number): number {
  let hash = 0;
  for (const byte of bytes) hash = (Math.imul(hash, base) + byte) | 0;
  return hash;
}

const filterIndex = (hash: number) => hash >>> (32 - filterBits);

function groupByLength(flags: readonly FlagBytes[], base: number): Group[] {
  const groups = new Map<number, Group>();
  for (const flag of flags) {
    const { length } = flag.bytes;
    const group = groups.get(length) ?? {
      length,
      power: 1,
      byHash: new Map(),
      filter: new Uint8Array(1 << filterBits),
    };
    groups.set(length, group);
    const hash = hashOf(flag.bytes, base);
    group.byHash.set(hash, [...(group.byHash.get(hash) ?? []), flag]);
    group.filter[filterIndex(hash)] = 1;
  }
  for (const group of groups.values()) {
    for (let count = 0; count < group.length; count += 1) group.power = Math.imul(group.power, base);
  }
  return [...groups.values()];
}

function findGroup(window: Buffer, seenBytes: number, base: number, group: Group): FoundMatch[] {
  const { length, power, byHash, filter } = group;
  const found: FoundMatch[] = [];
  if (window.length < length) return found;
  // The first place whose end is behind what was seen.
  const first = Math.max(0, seenBytes - length + 1);
  let hash = hashOf(window.subarray(first, first + length), base);
  for (let start = first; ; start += 1) {
    if (filter[filterIndex(hash)] === 1) {
      for (const { bytes, owner } of byHash.get(hash) ?? []) {
        if (bytes.compare(window, start, start + length) === 0) found.push({ start, end: start + length, owner });
      }
    }
    if (start + length >= window.length) return found;
    const [leaves, enters] = [window[start] as number, window[start + length] as number];
    hash = (Math.imul(hash, base) + enters - Math.imul(power, leaves)) | 0;
  }
}

/** Blank flags are left out. */
export function createFlagMatcher(flags: readonly OwnedFlag[], base = randomInt(0x4000_0000) * 2 + 1): Matcher {
  const groups = groupByLength(flags.filter(({ flag }) => flag.trim() !== '').flatMap(variantsOf), base);
  return {
    find: (window, seenBytes) =>
      groups.flatMap((group) => findGroup(window, seenBytes, base, group)).sort((a, b) => a.start - b.start),
  };
}
