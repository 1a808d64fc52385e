// Statements by hand: a batch is loaded, judged and written in a fixed number of them, whatever its size.

import type { Database, SqlTx } from '@vexil/db';
import type { ChallengeType } from '@vexil/db/enums/challenge';
import { isDynamic } from '@vexil/db/enums/challenge';
import { lockClasses } from '@vexil/db/schema/locks';
import { type DivisionFacts, divisionPermissions } from '@vexil/server/contract/scoreboard.rules';
import type { BloodCandidate, FlagOwner, WaitingSubmission } from './judge';

type Sql = Database['sql'] | SqlTx;

/**
 * The newest submission of a challenge that waits, once none with a smaller id can appear any more; null when none
 * waits. Ids are given out before their rows can be seen: the lock waits for those under way, and later ids are greater.
 */
export function readArrivalMark(sql: Database['sql'], challengeId: number): Promise<number | null> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockClasses.submissionArrival}, ${challengeId})`;
    const [row] = await tx<{ mark: number | null }[]>`
      select max(id) as mark from submissions where challenge_id = ${challengeId} and status = 'FlagSubmitted'`;
    return row?.mark ?? null;
  });
}

/** Waits until no other worker judges this challenge; until the end of the transaction. */
export async function lockJudging(tx: Sql, challengeId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockClasses.challengeJudge}, ${challengeId})`;
}

export interface JudgedChallenge {
  id: number;
  gameId: number;
  title: string;
  type: ChallengeType;
  deadline: number | null;
  disableBloodBonus: boolean;
  start: number;
  end: number;
  /** From then on the public hears of no blood; null is never. */
  freeze: number | null;
}

export async function findChallenge(tx: Sql, challengeId: number): Promise<JudgedChallenge | undefined> {
  const [row] = await tx<JudgedChallenge[]>`
    select c.id, c.game_id as "gameId", c.title, c.type, c.disable_blood_bonus as "disableBloodBonus",
      (extract(epoch from c.deadline_at) * 1000)::float8 as deadline,
      (extract(epoch from g.start_at) * 1000)::float8 as start, (extract(epoch from g.end_at) * 1000)::float8 as end,
      (extract(epoch from g.freeze_at) * 1000)::float8 as freeze
    from challenges c join games g on g.id = c.game_id where c.id = ${challengeId}`;
  return row;
}

type WaitingRow = Omit<WaitingSubmission, 'instance'> & {
  hasInstance: boolean;
  flagHash: string | null;
  flagId: number | null;
  submissionCount: number | null;
};

/** The oldest waiting submissions up to the mark, in order of arrival. */
export async function listWaiting(
  tx: Sql,
  { id: challengeId, type }: Pick<JudgedChallenge, 'id' | 'type'>,
  mark: number,
  limit: number,
): Promise<WaitingSubmission[]> {
  const rows = await tx<WaitingRow[]>`
    select s.id, s.participation_id as "participationId", s.account_id as "accountId",
      coalesce(a.user_name, '') as "userName", t.name as "teamName", p.status as "participationStatus",
      p.division_id as "divisionId", s.answer_hash as "answerHash",
      (extract(epoch from s.submitted_at) * 1000)::float8 as time,
      i.participation_id is not null as "hasInstance", i.flag_hash as "flagHash", i.flag_id as "flagId",
      i.submission_count as "submissionCount", v.participation_id is not null as solved
    from submissions s
    join participations p on p.id = s.participation_id
    join teams t on t.id = p.team_id
    left join accounts a on a.id = s.account_id
    left join instances i on i.participation_id = s.participation_id and i.challenge_id = s.challenge_id
    left join solves v on v.participation_id = s.participation_id and v.challenge_id = s.challenge_id
    where s.challenge_id = ${challengeId} and s.status = 'FlagSubmitted' and s.id <= ${mark}
    order by s.id limit ${limit}`;
  return rows.map(({ hasInstance, flagHash, flagId, submissionCount, ...row }) => {
    // A drawn flag that was deleted is no flag, though its hash still stands there until another is drawn.
    const ownFlag = type === 'DynamicAttachment' && flagId === null ? null : flagHash;
    return { ...row, instance: hasInstance ? { flagHash: ownFlag, submissionCount: submissionCount ?? 0 } : null };
  });
}

/** Hashes of the flags that all teams share. */
export async function listSharedFlags(
  tx: Sql,
  { id, type }: Pick<JudgedChallenge, 'id' | 'type'>,
): Promise<Set<string>> {
  if (isDynamic(type)) return new Set();
  const rows = await tx<{ hash: string }[]>`select hash from flags where challenge_id = ${id}`;
  return new Set(rows.map(({ hash }) => hash));
}

/** The teams, of any status, whose own flag is one of these. */
export async function listFlagOwners(
  tx: Sql,
  { id, type }: Pick<JudgedChallenge, 'id' | 'type'>,
  hashes: readonly string[],
): Promise<FlagOwner[]> {
  if (!isDynamic(type)) return [];
  return tx<FlagOwner[]>`
    select i.flag_hash as "flagHash", i.participation_id as "participationId", t.name as "teamName"
    from instances i join participations p on p.id = i.participation_id join teams t on t.id = p.team_id
    where i.challenge_id = ${id} and i.flag_hash = any(${[...new Set(hashes)]})
      and (${type === 'DynamicContainer'} or i.flag_id is not null)
    order by i.participation_id`;
}

/** Whether all bloods of a challenge have been announced. */
export async function countBloodNotices(tx: Sql, challengeId: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from notices
    where challenge_id = ${challengeId} and type in ('FirstBlood', 'SecondBlood', 'ThirdBlood')`;
  return row?.count ?? 0;
}

/** All solves of a challenge in order of arrival, as far as bloods depend on them. */
export async function listBloodCandidates(tx: Sql, challengeId: number): Promise<BloodCandidate[]> {
  return tx<BloodCandidate[]>`
    select p.status as "participationStatus", p.division_id as "divisionId",
      (extract(epoch from s.solved_at) * 1000)::float8 as time
    from solves s join participations p on p.id = s.participation_id
    where s.challenge_id = ${challengeId} order by s.submission_id`;
}

/** What the divisions of the game grant on this challenge. */
export async function loadDivisions(tx: Sql, { id, gameId }: Pick<JudgedChallenge, 'id' | 'gameId'>) {
  const rows = await tx<{ id: number; name: string; defaultPermissions: number; permissions: number | null }[]>`
    select d.id, d.name, d.default_permissions as "defaultPermissions", c.permissions
    from divisions d left join division_challenges c on c.division_id = d.id and c.challenge_id = ${id}
    where d.game_id = ${gameId}`;
  const facts: DivisionFacts[] = rows.map(({ permissions, ...division }) => ({
    ...division,
    challengeConfigs: permissions === null ? [] : [{ challengeId: id, permissions }],
  }));
  return divisionPermissions(facts);
}
