import type { ConsentPage } from '@vexil/contract/terms';
import type { Deps } from '@vexil/http/deps';
import type { ConsentText } from '@vexil/runtime/consent-text';
import { type ConsentFilter, type ConsentRow, countConsents, findConsentText, listConsents } from './consent.queries';

type Wanted = Pick<ConsentFilter, 'gameId' | 'hash'> & { count: number; skip: number };

/** `current` are the texts that stand now. */
export async function readConsents(
  { db }: Pick<Deps, 'db'>,
  { count, skip, ...filter }: Wanted,
  current: readonly (ConsentText | null)[],
): Promise<ConsentPage> {
  const [rows, total, text] = await Promise.all([
    listConsents(db, filter, { count, skip }),
    countConsents(db, filter),
    filter.hash === undefined ? undefined : findConsentText(db, filter),
  ]);
  const data = rows.map(({ id: _, acceptedAt, ...row }) => ({
    ...row,
    acceptedAt: acceptedAt.getTime(),
    isCurrent: current.some((one) => one?.hash === row.hash),
  }));
  return { data, length: data.length, total, text: text ?? null };
}

const rowsAtOnce = 1000;

/** All of them, the newest first. */
export async function* eachConsentBatch({ db }: Pick<Deps, 'db'>, gameId: number | null): AsyncGenerator<ConsentRow[]> {
  for (let beforeId: number | undefined; ; ) {
    const rows = await listConsents(db, { gameId, beforeId }, { count: rowsAtOnce, skip: 0 });
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    beforeId = rows.at(-1)?.id;
  }
}
