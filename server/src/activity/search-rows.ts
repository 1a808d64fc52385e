import { searchedRowsMax } from '@vexil/contract/wire';
import type { Page } from './activity.queries';

const batchSize = 1000;

type Read<Row> = (beforeId: number | undefined, count: number) => Promise<Row[]>;

/** Whether one of the texts has the searched one in it, in any case of letters. */
export function textMatcher(text: string): (texts: readonly (string | null)[]) => boolean {
  const wanted = text.toLowerCase();
  return (texts) => texts.some((each) => each?.toLowerCase().includes(wanted));
}

/** Each batch of a list that comes newest first: a large game has too many rows for memory. */
export async function* eachBatch<Row extends { id: number }>(
  read: Read<Row>,
  beforeId: number | undefined,
): AsyncGenerator<Row[], void> {
  let before = beforeId;
  for (;;) {
    const rows = await read(before, batchSize);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    before = rows.at(-1)?.id;
  }
}

/** A page of the rows that match. The database cannot search them, because answers are stored sealed. */
export async function searchRows<Row extends { id: number }, Item>(
  read: Read<Row>,
  view: (row: Row) => Item,
  matches: (item: Item) => boolean,
  { count, skip, beforeId }: Page & { beforeId?: number | undefined },
): Promise<Item[]> {
  const found: Item[] = [];
  let searched = 0;
  for await (const rows of eachBatch(read, beforeId)) {
    found.push(...rows.map(view).filter(matches));
    searched += rows.length;
    if (found.length >= skip + count || searched >= searchedRowsMax) break;
  }
  return found.slice(skip, skip + count);
}
