import { describe, expect, it } from 'vitest';
import { exportRowsMax, fetchAll, type Page } from './fetch-all';

const listOf =
  (total: number) =>
  async ({ count, beforeId = total + 1 }: Page) =>
    Array.from({ length: Math.min(count, beforeId - 1) }, (_, index) => ({ id: beforeId - 1 - index }));

describe('fetchAll', () => {
  it.each([0, 1, 100, 250])('gets all of %i rows', async (total) => {
    const counts: number[] = [];
    const { rows, isCut } = await fetchAll(listOf(total), (count) => counts.push(count));
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, index) => total - index));
    expect(isCut).toBe(false);
    expect(counts.at(-1)).toBe(total);
  });

  it('stops at what one file takes, and says so where there is more', async () => {
    const all = await fetchAll(listOf(exportRowsMax), () => {});
    expect([all.rows.length, all.isCut]).toEqual([exportRowsMax, false]);
    const cut = await fetchAll(listOf(exportRowsMax + 1), () => {});
    expect([cut.rows.length, cut.isCut]).toEqual([exportRowsMax, true]);
  });
});
