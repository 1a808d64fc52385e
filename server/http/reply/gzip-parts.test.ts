import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gzipOf } from './gzip-parts';

const text = (length: number) => Buffer.from('{"title":"Web 100","score":500},'.repeat(length / 32));

describe('gzipOf', () => {
  it('gives a stream of any parts, each as often as wanted', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 700, size: 'max' }),
      fc.integer({ min: 0, max: 4000 }).map((length) => text(length)),
      fc.constantFrom(Buffer.alloc(511), Buffer.alloc(512, 7), Buffer.alloc(513), Buffer.alloc(70_000, 'ab')),
    );
    const parts = fc.array(
      bytes.map((part) => Buffer.from(part)),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(parts, parts, (some, others) => {
        for (const all of [some, [...some, ...others], [...others, ...some]]) {
          expect(gunzipSync(gzipOf(all)).equals(Buffer.concat(all))).toBe(true);
        }
      }),
    );
  });

  it('compresses each part by itself: a repetition of one is not shortened by another', () => {
    const part = text(2048);
    const alone = gzipOf([part]).length;
    expect(alone).toBeLessThan(150);
    const framing = gzipOf([]).length;
    expect(gzipOf([part, part]).length).toBe(2 * alone - framing);
  });
});
