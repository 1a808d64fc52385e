import type { Executor, Tx } from '@vexil/db';
import { auditEntries } from '@vexil/db/schema/audit';
import { type CaptureRow, captures } from '@vexil/db/schema/capture';
import { caseQuestions, cases, playTraces } from '@vexil/db/schema/evidence';
import { type GameRow, games } from '@vexil/db/schema/game';
import { logs } from '@vexil/db/schema/log';
import { noWriteup, participations } from '@vexil/db/schema/participation';
import { submissions } from '@vexil/db/schema/submission';
import type { RemovedKind } from '@vexil/rules/retention.rules';
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

/** Ended games that have a number of days. Plan: scans the games. */
export function listRetaining(db: Executor, now: Date): Promise<GameRow[]> {
  const { addressesKeptDays, capturesKeptDays, writeupsKeptDays } = games;
  const limits = [addressesKeptDays, capturesKeptDays, writeupsKeptDays].map(isNotNull);
  return db
    .select()
    .from(games)
    .where(and(lte(games.endAt, now), isNull(games.checkOf), or(...limits)))
    .orderBy(asc(games.id));
}

/** So that its organisers do not change it until the batch is committed. */
export async function lockRetaining(tx: Tx, gameId: number): Promise<GameRow | undefined> {
  return (await tx.select().from(games).where(eq(games.id, gameId)).for('share'))[0];
}

const hashes = ['address_hash', 'device_hash'];
const withAddresses = [
  { table: logs, at: logs.time, key: 'id', columns: ['ip'] },
  { table: auditEntries, at: auditEntries.createdAt, key: 'id', columns: ['ip'] },
  { table: submissions, at: submissions.submittedAt, key: 'id', columns: ['ip', ...hashes] },
  { table: playTraces, at: playTraces.happenedAt, key: 'participation_id, challenge_id, kind', columns: hashes },
];

/** Those of captures go with the captures. Plan: the indexes by game; for log lines a scan, of 100,000 at most. */
export async function clearAddresses(tx: Tx, gameId: number, until: Date, limit: number): Promise<number> {
  let cleared = 0;
  for (const { table, at, key: names, columns } of withAddresses) {
    const key = sql.raw(names);
    const rows = await tx.execute(sql`
      update ${table} set ${sql.raw(columns.map((column) => `${column} = null`).join(', '))} where (${key}) in (
        select ${key} from ${table}
        where game_id = ${gameId} and num_nonnulls(${sql.raw(columns.join(', '))}) > 0 and ${at} <= ${until.toISOString()}
        order by ${key} limit ${limit} for no key update skip locked)
      returning 1`);
    cleared += rows.length;
  }
  return cleared;
}

/** PDFs that teams sent to questions are writeups too. Plan: cases by game, their questions by case. */
async function clearAnswers(tx: Tx, gameId: number, until: Date, limit: number): Promise<string[]> {
  const { id, answerHash, answeredAt } = caseQuestions;
  const rows = await tx
    .select({ id, hash: answerHash })
    .from(caseQuestions)
    .innerJoin(cases, eq(cases.id, caseQuestions.caseId))
    .where(and(eq(cases.gameId, gameId), isNotNull(answerHash), lte(answeredAt, until)))
    .orderBy(asc(id))
    .limit(limit)
    .for('no key update', { of: caseQuestions, skipLocked: true });
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await tx.update(caseQuestions).set({ answerHash: null }).where(inArray(id, ids));
  return rows.flatMap(({ hash }) => hash ?? []);
}

/** @returns the files that are used no longer here */
export async function clearWriteups(tx: Tx, gameId: number, until: Date, limit: number): Promise<string[]> {
  const { id, writeupHash, writeupAt } = participations;
  const rows = await tx
    .select({ id, hash: writeupHash })
    .from(participations)
    .where(and(eq(participations.gameId, gameId), isNotNull(writeupHash), lte(writeupAt, until)))
    .orderBy(asc(id))
    .limit(limit)
    .for('no key update', { skipLocked: true });
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await tx.update(participations).set(noWriteup).where(inArray(id, ids));
  const answers = await clearAnswers(tx, gameId, until, limit);
  return [...rows.flatMap(({ hash }) => hash ?? []), ...answers];
}

export const lockCapturesUntil = (tx: Tx, gameId: number, until: Date, limit: number): Promise<CaptureRow[]> =>
  tx
    .select()
    .from(captures)
    .where(and(eq(captures.gameId, gameId), eq(captures.state, 'stored'), lte(captures.updatedAt, until)))
    .orderBy(asc(captures.id))
    .limit(limit)
    .for('update', { skipLocked: true });

/** What searches found in them goes too. */
export async function deleteCaptures(tx: Tx, gameId: number, ids: readonly number[]): Promise<void> {
  await tx.delete(captures).where(inArray(captures.id, [...ids]));
  await tx.execute(sql`
    delete from capture_matches m using capture_searches s
    where s.id = m.search_id and s.game_id = ${gameId} and not exists (
      select from captures c where c.challenge_id = m.challenge_id and c.participation_id = m.participation_id
        and c.file_name = m.file_name)`);
}

/** One entry for a run, which counts up with each batch. @returns its id */
export async function reportRemoved(
  tx: Tx,
  { gameId, entryId }: { gameId: number; entryId: number | undefined },
  kind: RemovedKind,
  count: number,
): Promise<number | undefined> {
  const { id, after } = auditEntries;
  if (entryId === undefined) {
    const values = { gameId, action: 'game.removeExpired', target: `game:${gameId}`, after: { [kind]: count } };
    return (await tx.insert(auditEntries).values(values).returning({ id }))[0]?.id;
  }
  const total = sql`to_jsonb(coalesce((${after}->>${kind})::int, 0) + ${count}::int)`;
  await tx
    .update(auditEntries)
    .set({ after: sql`${after} || jsonb_build_object(${kind}::text, ${total})` })
    .where(eq(id, entryId));
  return entryId;
}
