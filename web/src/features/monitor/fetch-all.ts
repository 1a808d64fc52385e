/** Of one exported file. */
export const exportRowsMax = 20_000;
const pageSize = 100;

export type Page = { count: number; beforeId?: number | undefined };

/** All rows of a list, newest first, page after page; `isCut` where there are more than one file takes. */
export async function fetchAll<Row extends { id: number }>(
  fetchPage: (page: Page) => Promise<Row[]>,
  onCount: (count: number) => void,
): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows: Row[] = [];
  for (;;) {
    const page = await fetchPage({ count: pageSize, beforeId: rows.at(-1)?.id });
    rows.push(...page);
    onCount(rows.length);
    if (page.length < pageSize) return { rows, isCut: false };
    if (rows.length >= exportRowsMax) {
      const further = await fetchPage({ count: 1, beforeId: rows.at(-1)?.id });
      return { rows, isCut: further.length > 0 };
    }
  }
}

/** What one file takes of rows that came all at once. */
export const cutRows = <Row>(rows: Row[]) => ({
  rows: rows.slice(0, exportRowsMax),
  isCut: rows.length > exportRowsMax,
});
