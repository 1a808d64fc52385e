import type { Executor, SqlTx, Tx } from '@vexil/db';
import { openRejudgingStates } from '@vexil/db/enums/rejudging';
import { type RejudgingRow, rejudgings, rejudgingVerdicts } from '@vexil/db/schema/rejudging';
import type { WaitingSubmission } from '@vexil/rules/judge.rules';
import type { SolveChange, VerdictChange } from '@vexil/rules/rejudging.rules';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { listToJudge } from '../submission/to-judge.queries';

/** Which submissions are judged again. Bounds of the arrival, both included. */
export type RejudgingScope = Pick<RejudgingRow, 'gameId' | 'challengeId' | 'participationId' | 'fromAt' | 'untilAt'>;

/** Challenges of the scope that have flags which are not compared by the hash alone. */
export async function listChallengesWithRules(tx: SqlTx, { gameId }: RejudgingScope): Promise<ReadonlySet<number>> {
  const rows = await tx<{ id: number }[]>`
    select distinct c.id from challenges c join flags f on f.challenge_id = c.id
    where c.game_id = ${gameId} and (f.match <> 'Exact' or f.is_canary)`;
  return new Set(rows.map(({ id }) => id));
}

/** Of the ids of a scope: after `lastId`, until `untilId` with it. */
export interface IdRange {
  lastId: number;
  untilId: number;
}

const inScope = (tx: SqlTx, { gameId, challengeId, participationId, fromAt, untilAt }: RejudgingScope) => tx`
  w.game_id = ${gameId} and w.status <> 'FlagSubmitted'
  ${challengeId === null ? tx`` : tx`and w.challenge_id = ${challengeId}`}
  ${participationId === null ? tx`` : tx`and w.participation_id = ${participationId}`}
  ${fromAt === null ? tx`` : tx`and w.submitted_at >= ${fromAt.toISOString()}`}
  ${untilAt === null ? tx`` : tx`and w.submitted_at <= ${untilAt.toISOString()}`}`;

/** The next judged submissions of the scope after `lastId`: how many, and where they end. Plan: submissions_game_id_idx. */
export async function findJudgedRange(
  tx: SqlTx,
  scope: RejudgingScope,
  { lastId, limit }: { lastId: number; limit: number },
): Promise<IdRange & { count: number }> {
  const [row] = await tx<{ untilId: number; count: number }[]>`
    select coalesce(max(id), 0)::int as "untilId", count(*)::int as count
    from (select w.id from submissions w where ${inScope(tx, scope)} and w.id > ${lastId} order by w.id limit ${limit}) r`;
  return { lastId, untilId: row?.untilId ?? 0, count: row?.count ?? 0 };
}

/**
 * Those of a range whose verdict can be another. Left out, where hashes alone decide: right answers that a flag still makes
 * right, and wrong ones that are no flag. Plan: submissions_game_id_idx, all else by index; `exists` and joins would hash
 * whole tables for each range.
 */
export function listToJudgeAgain(
  tx: SqlTx,
  scope: RejudgingScope,
  withRules: Iterable<number>,
  { lastId, untilId, limit }: IdRange & { limit: number },
): Promise<WaitingSubmission[]> {
  const isFlag = tx`
    (select 1 from flags f where f.challenge_id = w.challenge_id and f.hash = w.answer_hash limit 1) is not null`;
  const own = tx`
    from team_challenges own where own.participation_id = w.participation_id and own.challenge_id = w.challenge_id`;
  const source = tx`
    select w.id, w.challenge_id, w.participation_id, w.account_id, w.answer_hash, w.submitted_at, w.ip, w.status
    from submissions w join challenges c on c.id = w.challenge_id
    where ${inScope(tx, scope)} and w.id > ${lastId} and w.id <= ${untilId} and not (
      w.challenge_id <> all(${[...withRules]}::int[]) and (select 1 ${own}) is not null and case
        when w.status = 'Accepted' and c.type in ('StaticAttachment', 'StaticContainer') then ${isFlag}
        when w.status = 'Accepted' and c.type = 'DynamicContainer' then
          coalesce((select own.flag_hash ${own}) = w.answer_hash, false)
        when w.status = 'WrongAnswer' then not ${isFlag}
          and (select 1 from team_challenges f where f.challenge_id = w.challenge_id and f.flag_hash = w.answer_hash limit 1) is null
          and (select 1 from earlier_flags f where f.challenge_id = w.challenge_id and f.flag_hash = w.answer_hash limit 1) is null
        else false end)
    order by w.id limit ${limit}`;
  return listToJudge(tx, source, limit);
}

const isOpen = (id: number) => and(eq(rejudgings.id, id), inArray(rejudgings.state, openRejudgingStates));

/** undefined where it is gone, applied or discarded. */
export async function findOpenRejudging(db: Executor, id: number): Promise<RejudgingRow | undefined> {
  const [row] = await db.select().from(rejudgings).where(isOpen(id));
  return row;
}

export async function lockOpenRejudging(tx: Tx, id: number): Promise<RejudgingRow | undefined> {
  const [row] = await tx.select().from(rejudgings).where(isOpen(id)).for('update');
  return row;
}

export const updateRejudging = async (tx: Executor, id: number, values: Partial<RejudgingRow>): Promise<void> => {
  await tx.update(rejudgings).set(values).where(eq(rejudgings.id, id));
};

export const deleteVerdicts = async (tx: Tx, rejudgingId: number): Promise<void> => {
  await tx.delete(rejudgingVerdicts).where(eq(rejudgingVerdicts.rejudgingId, rejudgingId));
};

/** Raw SQL: thousands of rows as parameters cost three times as much. */
export async function insertVerdicts(tx: Tx, rejudgingId: number, changes: readonly VerdictChange[]): Promise<void> {
  await tx.execute(sql`
    insert into rejudging_verdicts (rejudging_id, submission_id, before, after, owner_id, is_canary)
    select ${rejudgingId}, v."submissionId", v."before", v."after", v."ownerId", v."isCanary"
    from json_to_recordset(${JSON.stringify(changes)}::json) as v (
      "submissionId" int, "before" answer_result, "after" answer_result, "ownerId" int, "isCanary" boolean)`);
}

interface SolveChangeRow extends Record<string, unknown> {
  participationId: number;
  challengeId: number;
  lostId: number | null;
  madeId: number | null;
  userName: string;
  time: number | null;
}

/** Where the first right submission of a pair of team and challenge becomes another. Plan: by primary key and pair. */
export async function listSolveChanges(tx: Tx, rejudgingId: number): Promise<SolveChange[]> {
  const rows = await tx.execute<SolveChangeRow>(sql`
    with pairs as (
      select distinct s.participation_id, s.challenge_id
      from rejudging_verdicts v join submissions s on s.id = v.submission_id
      where v.rejudging_id = ${rejudgingId} and (v.before = 'Accepted') <> (v.after = 'Accepted')
    )
    select p.participation_id as "participationId", p.challenge_id as "challengeId", o.submission_id as "lostId",
      n.id as "madeId", coalesce(a.user_name, '') as "userName",
      (extract(epoch from n.submitted_at) * 1000)::float8 as time
    from pairs p
    left join solves o on o.participation_id = p.participation_id and o.challenge_id = p.challenge_id
      and o.reversed_at is null
    left join lateral (
      select x.id, x.account_id, x.submitted_at from submissions x
      left join rejudging_verdicts v on v.rejudging_id = ${rejudgingId} and v.submission_id = x.id
      where x.participation_id = p.participation_id and x.challenge_id = p.challenge_id
        and coalesce(v.after, x.status) = 'Accepted'
      order by x.id limit 1
    ) n on true
    left join accounts a on a.id = n.account_id
    where o.submission_id is distinct from n.id
    order by p.challenge_id, p.participation_id`);
  return rows.map(({ participationId, challengeId, lostId, madeId, userName, time }) => ({
    participationId,
    challengeId,
    lostId,
    made: madeId === null ? null : { submissionId: madeId, userName, time: time ?? 0 },
  }));
}

/** Of the flags that a draft judges by. */
export async function digestFlags(db: Executor, { gameId, challengeId }: RejudgingScope): Promise<string> {
  const [row] = await db.execute<{ digest: string }>(sql`
    select md5(string_agg(concat_ws(',', c.id, c.type, f.id, f.hash, f.match, f.is_canary), ';' order by c.id, f.id))
      as digest
    from challenges c left join flags f on f.challenge_id = c.id
    where c.game_id = ${gameId} and c.id = coalesce(${challengeId}::int, c.id)`);
  return row?.digest ?? '';
}

/** Of what else its stored verdicts follow from: for each pair of team and challenge its own flags, verdicts and solve. */
export async function digestPairs(tx: Tx, rejudgingId: number): Promise<string> {
  const [row] = await tx.execute<{ digest: string }>(sql`
    with changed as (
      select s.id, s.status, s.participation_id, s.challenge_id
      from rejudging_verdicts v join submissions s on s.id = v.submission_id where v.rejudging_id = ${rejudgingId}
    ), pairs as (select distinct participation_id, challenge_id from changed)
    select md5(concat_ws(';',
      (select string_agg(concat_ws(',', id, status), ';' order by id) from changed),
      (select string_agg(concat_ws(',', p.participation_id, p.challenge_id, t.flag_hash, t.flag_id, v.submission_id,
          (select count(*) from earlier_flags e
            where e.participation_id = p.participation_id and e.challenge_id = p.challenge_id)
        ), ';' order by p.participation_id, p.challenge_id)
        from pairs p
        left join team_challenges t on t.participation_id = p.participation_id and t.challenge_id = p.challenge_id
        left join solves v on v.participation_id = p.participation_id and v.challenge_id = p.challenge_id
          and v.reversed_at is null)
    )) as digest`);
  return row?.digest ?? '';
}

/** Drafts that a killed worker or an emptied queue left. Plan: rejudgings_open_key. */
export const listUncomputed = (db: Executor): Promise<Pick<RejudgingRow, 'id'>[]> =>
  db
    .select({ id: rejudgings.id })
    .from(rejudgings)
    .where(inArray(rejudgings.state, ['Computing', 'Outdated']));
