// Workers release hints, not the clock: a reply changes by a commit alone, and a paused game releases none.

import type { Hint } from '@vexil/db/enums/challenge';

export interface StoredHints {
  hints: readonly string[];
  hintList: readonly Hint[];
  lastHintId: number;
  /** Or Unix milliseconds. */
  hintDueAt: Date | number | null;
}

export type HintDraft = Omit<Hint, 'id' | 'releaseUtc'> & {
  id?: number | null | undefined;
  releaseUtc?: number | null | undefined;
};

const isReleased = ({ releaseUtc }: Hint, dueAt: StoredHints['hintDueAt']): boolean =>
  (releaseUtc ?? 0) < (dueAt?.valueOf() ?? Number.POSITIVE_INFINITY);

function withFree({ hintList, lastHintId, hintDueAt }: StoredHints, contents: readonly string[]): Hint[] {
  const isFree = (hint: Hint) => hint.cost === 0 && isReleased(hint, hintDueAt);
  const known = new Map<string, Hint[]>();
  for (const hint of hintList.filter(isFree)) {
    const same = known.get(hint.content) ?? [];
    same.push(hint);
    known.set(hint.content, same);
  }
  let id = lastHintId;
  const free = contents.map(
    (content) => known.get(content)?.shift() ?? { id: ++id, title: '', content, cost: 0, releaseUtc: null },
  );
  const next = free.values();
  const merged = hintList.flatMap((hint) => (isFree(hint) ? (next.next().value ?? []) : hint));
  return [...merged, ...next];
}

/** Processes of the last release write `hints` alone. */
export const readHints = (stored: StoredHints): Hint[] => withFree(stored, stored.hints);

/** What teams see of them. */
export const releasedHints = (stored: StoredHints): Hint[] =>
  readHints(stored).filter((hint) => isReleased(hint, stored.hintDueAt));

const lastIdOf = (stored: StoredHints) =>
  readHints(stored).reduce((last, { id }) => Math.max(last, id), stored.lastHintId);

/** The columns of a challenge with these hints instead. `now`: what is planned for later is not released. */
export function storeHints(before: StoredHints, drafts: readonly HintDraft[], now: number) {
  const known = lastIdOf(before);
  let lastHintId = known;
  const hintList = drafts.map(({ id, releaseUtc = null, title, content, cost }) => {
    // An id that it once had may return from the audit log, and is still that of those who took the hint.
    const wanted = id ?? Number.POSITIVE_INFINITY;
    return { id: wanted <= known ? wanted : ++lastHintId, title, content, cost, releaseUtc };
  });
  const planned = hintList.map(({ releaseUtc }) => releaseUtc ?? 0).filter((time) => time > now);
  const hintDueAt = planned.length === 0 ? null : new Date(planned.reduce((a, b) => Math.min(a, b)));
  const free = hintList.filter((hint) => hint.cost === 0 && isReleased(hint, hintDueAt));
  return { hints: free.map(({ content }) => content), hintList, lastHintId, hintDueAt };
}

/** Only the free and released ones are replaced, by these contents. */
export const storeFreeHints = (before: StoredHints, contents: readonly string[], now: number) =>
  storeHints(before, withFree({ ...before, hintList: readHints(before), lastHintId: lastIdOf(before) }, contents), now);

/** As a team reads them: without the contents that it has not taken. */
export const hintsOf = (
  stored: StoredHints,
  { taken, isOver }: { taken: readonly number[]; isOver: boolean },
): (Omit<Hint, 'content'> & { content: string | null })[] =>
  releasedHints(stored).map((hint) =>
    isOver || hint.cost === 0 || taken.includes(hint.id) ? hint : { ...hint, content: null },
  );

/** Of the board that the team sees, whose awards may be older than those that count. */
export const pointsOf = (
  row: { score: number; awardPoints?: number | undefined } | undefined,
  awards: number,
): number => (row?.score ?? 0) - (row?.awardPoints ?? 0) + awards;
