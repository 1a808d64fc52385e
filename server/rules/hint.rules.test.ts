import type { Hint } from '@vexil/db/enums/challenge';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  hintsOf,
  pointsOf,
  readHints,
  releasedHints,
  type StoredHints,
  storeFreeHints,
  storeHints,
} from './hint.rules';

const none: StoredHints = { hints: [], hintList: [], lastHintId: 0, hintDueAt: null };
const now = 1000;
const draft = (content: string, given: Partial<Hint> = {}) => ({ title: '', content, cost: 0, ...given });
const contents = (hints: readonly { content: string | null }[]) => hints.map(({ content }) => content);
const ids = (hints: readonly Hint[]) => hints.map(({ id }) => id);

let stored: ReturnType<typeof storeHints>;
// Within a test, where a mutant that throws is caught.
beforeEach(() => {
  stored = storeHints(
    none,
    [
      draft('free'),
      draft('bought', { cost: 50, title: 'Where' }),
      draft('later', { releaseUtc: 1001 }),
      draft('last', { releaseUtc: 2000, cost: 5 }),
      draft('past', { releaseUtc: now }),
    ],
    now,
  );
});

describe('hints that are stored', () => {
  it('have numbers of their own, and the free and released texts beside them', () => {
    expect(stored).toEqual({
      hints: ['free', 'past'],
      hintList: [
        { id: 1, title: '', content: 'free', cost: 0, releaseUtc: null },
        { id: 2, title: 'Where', content: 'bought', cost: 50, releaseUtc: null },
        { id: 3, title: '', content: 'later', cost: 0, releaseUtc: 1001 },
        { id: 4, title: '', content: 'last', cost: 5, releaseUtc: 2000 },
        { id: 5, title: '', content: 'past', cost: 0, releaseUtc: now },
      ],
      lastHintId: 5,
      hintDueAt: new Date(1001),
    });
    expect(contents(releasedHints(stored))).toEqual(['free', 'bought', 'past']);
  });

  it('are released by what is stored, at its time and not by the clock', () => {
    const due = storeHints(stored, readHints(stored), 1001);
    expect(due).toMatchObject({ hints: ['free', 'later', 'past'], hintDueAt: new Date(2000), lastHintId: 5 });
    expect(contents(releasedHints({ ...due, hintDueAt: 2000 }))).toEqual(['free', 'bought', 'later', 'past']);
    const all = storeHints(due, readHints(due), 2000);
    expect(all).toMatchObject({ hints: ['free', 'later', 'past'], hintDueAt: null });
    expect(contents(releasedHints(all))).toEqual(['free', 'bought', 'later', 'last', 'past']);
  });

  it('keep their number, whose use ends with them', () => {
    const [, bought] = readHints(stored);
    const fewer = storeHints(stored, [draft('new'), ...(bought ? [bought] : [])], now);
    expect(ids(fewer.hintList)).toEqual([6, 2]);
    expect(fewer.lastHintId).toBe(6);
    const none = storeHints(fewer, [], now);
    expect(none).toEqual({ hints: [], hintList: [], lastHintId: 6, hintDueAt: null });
    expect(
      ids(
        storeHints(none, [draft('a'), draft('b', { id: 5 }), draft('c', { id: 6 }), draft('d', { id: 7 })], now)
          .hintList,
      ),
    ).toEqual([7, 5, 6, 8]);
  });

  it('of an earlier release get numbers, which stay when they are stored', () => {
    const earlier = { ...none, hints: ['a', 'b', 'a'] };
    expect(readHints(earlier)).toEqual(
      [1, 2, 3].map((id, at) => ({ ...draft(earlier.hints[at] ?? ''), id, releaseUtc: null })),
    );
    const [first, second, third] = readHints(earlier);
    const after = storeHints(
      earlier,
      [third, second, first, draft('c')].flatMap((one) => one ?? []),
      now,
    );
    expect(ids(after.hintList)).toEqual([3, 2, 1, 4]);
    expect(after.hints).toEqual(['a', 'b', 'a', 'c']);
  });

  it('written by a process of the last release replace the free ones', () => {
    const written = { ...stored, hints: ['other', 'free'] };
    expect(readHints(written).map(({ id, content }) => [id, content])).toEqual([
      [6, 'other'],
      [2, 'bought'],
      [3, 'later'],
      [4, 'last'],
      [1, 'free'],
    ]);
  });
});

describe('texts of the free ones', () => {
  it('change nothing when they are the same', () => {
    expect(storeFreeHints(stored, stored.hints, now)).toEqual(stored);
  });

  it('replace these, in their slots, and leave the others', () => {
    expect(contents(storeFreeHints(stored, ['x', 'past', 'y'], now).hintList)).toEqual([
      ...['x', 'bought', 'later', 'last', 'past', 'y'],
    ]);
    expect(storeFreeHints(stored, ['past'], now)).toMatchObject({ hints: ['past'], hintDueAt: stored.hintDueAt });
    expect(ids(storeFreeHints(stored, ['past', 'new'], now).hintList)).toEqual([5, 2, 3, 4, 6]);
    expect(contents(storeFreeHints(stored, [], now).hintList)).toEqual(['bought', 'later', 'last']);
    expect(storeFreeHints({ ...stored, hints: ['z'] }, ['z', 'w'], now).lastHintId).toBe(7);
  });

  it('are always what is read again, and never touch what costs or comes later', () => {
    const hint = fc.record({
      title: fc.string(),
      content: fc.constantFrom('a', 'b', 'c'),
      cost: fc.constantFrom(0, 0, 10),
      releaseUtc: fc.constantFrom(null, null, 500, 1000, 1500, 2500),
    });
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(hint, { maxLength: 8 }), texts, (drafts, free) => {
        const before = storeHints(none, drafts, now);
        const after = storeFreeHints(before, free, now);
        expect(after.hints).toEqual(free);
        expect(readHints(after)).toEqual(after.hintList);
        const isOther = ({ cost, releaseUtc }: Hint) => cost > 0 || (releaseUtc ?? 0) > now;
        expect(after.hintList.filter(isOther)).toEqual(before.hintList.filter(isOther));
        expect(new Set(ids(after.hintList)).size).toBe(after.hintList.length);
      }),
    );
  });
});

describe('hints that a team reads', () => {
  const seen = (taken: number[], isOver = false) => contents(hintsOf(stored, { taken, isOver }));
  it('have no content until they are taken, and are all free after the end', () => {
    expect(seen([])).toEqual(['free', null, 'past']);
    expect(seen([4, 3])).toEqual(['free', null, 'past']);
    expect(seen([2])).toEqual(['free', 'bought', 'past']);
    expect(seen([], true)).toEqual(['free', 'bought', 'past']);
    expect(hintsOf(stored, { taken: [], isOver: false })[1]).toEqual({
      ...{ id: 2, title: 'Where', content: null, cost: 50, releaseUtc: null },
    });
  });

  it.each([
    [undefined, 0, 0],
    [undefined, -5, -5],
    [{ score: 300 }, -50, 250],
    [{ score: 250, awardPoints: -50 }, -50, 250],
    [{ score: 320, awardPoints: 20 }, -30, 270],
  ])('are paid of what %j has with awards of %i: %i', (row, awards, points) => {
    expect(pointsOf(row, awards)).toBe(points);
  });
});
