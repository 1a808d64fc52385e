// Raw SQL: many submissions are read in a fixed number of statements.

import type { SqlTx } from '@vexil/db';
import type { FlagMatch } from '@vexil/db/enums/challenge';
import type { BloodCandidate, WaitingSubmission } from '@vexil/rules/judge.rules';
import { type DivisionFacts, divisionPermissions } from '@vexil/rules/scoreboard.rules';
import type { PendingQuery, Row } from 'postgres';

interface WaitingRow extends Omit<WaitingSubmission, 'teamChallenge' | 'isCanary'> {
  hasTeamChallenge: boolean;
  flagHash: string | null;
  flagId: number | null;
  submissionCount: number | null;
  solved: boolean;
  isShared: boolean;
  ownerId: number | null;
  ownerName: string | null;
}

/** Of submissions (id, challenge_id, participation_id, account_id, answer_hash, submitted_at, ip and status), in order of arrival. */
export async function listToJudge(tx: SqlTx, source: PendingQuery<Row[]>, limit: number): Promise<WaitingSubmission[]> {
  const rows = await tx<WaitingRow[]>`
    select s.id, s.challenge_id as "challengeId", c.type, s.participation_id as "participationId",
      s.account_id as "accountId", coalesce(a.user_name, '') as "userName", t.name as "teamName",
      p.status as "participationStatus", p.division_id as "divisionId", s.answer_hash as "answerHash",
      (extract(epoch from s.submitted_at) * 1000)::float8 as time, s.ip, s.status,
      tc.participation_id is not null as "hasTeamChallenge", tc.flag_hash as "flagHash", tc.flag_id as "flagId",
      tc.submission_count as "submissionCount", v.participation_id is not null as solved,
      exists (select from flags f where f.challenge_id = s.challenge_id and f.hash = s.answer_hash) as "isShared",
      (extract(epoch from e.replaced_at) * 1000)::float8 as "replacedAt",
      o.participation_id as "ownerId", o.name as "ownerName"
    from (${source}) s
    join challenges c on c.id = s.challenge_id
    join participations p on p.id = s.participation_id
    join teams t on t.id = p.team_id
    left join accounts a on a.id = s.account_id
    left join team_challenges tc on tc.participation_id = s.participation_id and tc.challenge_id = s.challenge_id
    left join solves v on v.participation_id = s.participation_id and v.challenge_id = s.challenge_id
      and v.reversed_at is null
    left join lateral (
      select max(replaced_at) as replaced_at from earlier_flags own
      where c.type = 'DynamicContainer' and own.challenge_id = s.challenge_id and own.flag_hash = s.answer_hash
        and own.participation_id = s.participation_id
    ) e on true
    left join lateral (
      select holder.id as participation_id, team.name
      from (
        select participation_id from team_challenges
        where challenge_id = s.challenge_id and flag_hash = s.answer_hash
          and (c.type = 'DynamicContainer' or c.type = 'DynamicAttachment' and flag_id is not null)
        union all
        select participation_id from earlier_flags
        where challenge_id = s.challenge_id and flag_hash = s.answer_hash and c.type = 'DynamicContainer'
      ) other
      join participations holder on holder.id = other.participation_id
      join teams team on team.id = holder.team_id
      where other.participation_id <> s.participation_id
      order by other.participation_id limit 1
    ) o on true
    order by s.id limit ${limit}`;
  return rows.map(readWaiting);
}

/** Member by member: the rest of an object took three times as long, and reading from it afterwards did too. */
function readWaiting(row: WaitingRow): WaitingSubmission {
  // The hash of a deleted attachment flag stays until the team is assigned another.
  const flagHash = row.type === 'DynamicAttachment' && row.flagId === null ? null : row.flagHash;
  return {
    id: row.id,
    challengeId: row.challengeId,
    type: row.type,
    participationId: row.participationId,
    accountId: row.accountId,
    userName: row.userName,
    teamName: row.teamName,
    participationStatus: row.participationStatus,
    divisionId: row.divisionId,
    answerHash: row.answerHash,
    time: row.time,
    ip: row.ip,
    status: row.status,
    teamChallenge: row.hasTeamChallenge ? { flagHash, submissionCount: row.submissionCount ?? 0 } : null,
    solved: row.solved,
    isShared: row.isShared,
    isCanary: false,
    replacedAt: row.replacedAt,
    owner: row.ownerId === null ? null : { participationId: row.ownerId, teamName: row.ownerName ?? '' },
  };
}

export interface FlagRule {
  challengeId: number;
  match: FlagMatch;
  isCanary: boolean;
  sealed: string;
}

/** Plan: flags_rules_idx. */
export const listFlagRules = (tx: SqlTx, challengeIds: readonly number[]): Promise<FlagRule[]> =>
  tx<FlagRule[]>`
    select challenge_id as "challengeId", match, is_canary as "isCanary", sealed from flags
    where challenge_id = any(${[...challengeIds]}::int[]) and (match <> 'Exact' or is_canary)`;

/** Plan: by primary key. */
export async function readAnswersSealed(tx: SqlTx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await tx<{ id: number; sealed: string }[]>`
    select id, answer_sealed as sealed from submissions where id = any(${[...ids]}::int[])`;
  return new Map(rows.map(({ id, sealed }) => [id, sealed]));
}

/** All solves of each challenge in order of arrival, with what bloods depend on. */
export async function listBloodCandidates(
  tx: SqlTx,
  challengeIds: readonly number[],
): Promise<(BloodCandidate & { challengeId: number })[]> {
  return tx<(BloodCandidate & { challengeId: number })[]>`
    select s.challenge_id as "challengeId", p.status as "participationStatus", p.division_id as "divisionId",
      (extract(epoch from s.solved_at) * 1000)::float8 as time
    from solves s join participations p on p.id = s.participation_id
    where s.challenge_id = any(${challengeIds}::int[]) and s.reversed_at is null order by s.submission_id`;
}

export async function loadDivisions(tx: SqlTx, gameId: number, challengeIds: readonly number[]) {
  const rows = await tx<DivisionFacts[]>`
    select d.id, d.name, d.scores_alone as "scoresAlone", d.default_permissions as "defaultPermissions", coalesce((
      select jsonb_agg(jsonb_build_object('challengeId', c.challenge_id, 'permissions', c.permissions))
      from division_challenges c
      where c.division_id = d.id and c.challenge_id = any(${challengeIds}::int[])
    ), '[]') as "challengeConfigs"
    from divisions d where d.game_id = ${gameId}`;
  return divisionPermissions(rows);
}
