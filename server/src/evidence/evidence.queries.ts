import { lineSubmissionsMax } from '@vexil/contract/evidence.limits';
import type { Executor } from '@vexil/db';
import type { TraceKind } from '@vexil/db/enums/evidence';
import type { AnswerResult } from '@vexil/db/enums/submission';
import { challenges } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { cases } from '@vexil/db/schema/evidence';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { and, asc, count, eq, or, sql } from 'drizzle-orm';
import { isPlaying, milliseconds } from './findings.queries';

export const evidenceTeam = {
  participationId: participations.id,
  teamId: teams.id,
  name: teams.name,
  avatarHash: teams.avatarHash,
  status: participations.status,
  divisionId: participations.divisionId,
  division: divisions.name,
};

export async function findEvidenceTeam(db: Executor, gameId: number, participationId: number) {
  const [row] = await db
    .select(evidenceTeam)
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(divisions, eq(divisions.id, participations.divisionId))
    .where(and(eq(participations.id, participationId), eq(participations.gameId, gameId)));
  return row;
}

export async function findCaseId(db: Executor, participationId: number): Promise<number | null> {
  const [row] = await db.select({ id: cases.id }).from(cases).where(eq(cases.participationId, participationId));
  return row?.id ?? null;
}

export type EvidenceTeamRow = NonNullable<Awaited<ReturnType<typeof findEvidenceTeam>>>;

/** Those that players see, and those that this team answered while they did: titles of drafts are for editors. */
export async function listLineChallenges(
  db: Executor,
  { gameId, participationId }: { gameId: number; participationId: number },
  page: { count: number; skip: number },
) {
  const answered = sql`exists (
    select from submissions s where s.challenge_id = ${challenges.id} and s.participation_id = ${participationId})`;
  const ofGame = and(eq(challenges.gameId, gameId), or(challenges.isEnabled, answered));
  const [rows, [total]] = await Promise.all([
    db
      .select({ id: challenges.id, title: challenges.title })
      .from(challenges)
      .where(ofGame)
      .orderBy(asc(challenges.id))
      .limit(page.count)
      .offset(page.skip),
    db.select({ value: count() }).from(challenges).where(ofGame),
  ]);
  return { rows, total: total?.value ?? 0 };
}

export interface EventRow extends Record<string, unknown> {
  kind: TraceKind | 'Started' | 'Submitted';
  challengeId: number;
  at: number;
  user: string | null;
  status: AnswerResult | null;
  via: string | null;
  address: string | null;
  device: string | null;
  /** Submissions of the team to the challenge. */
  attempts: number;
}

/**
 * What a team did, by time. Plan: play_traces_pkey; containers_live_team_key and containers_ended_team_idx, which together
 * have all of the team's; submissions_participation_challenge_idx, in the order of which they are numbered.
 */
export async function listEvents(db: Executor, participationId: number): Promise<EventRow[]> {
  const rows = await db.execute<EventRow>(sql`
    select e.kind, e.challenge_id as "challengeId", ${milliseconds(sql`e.at`)} as at, a.user_name as "user", e.status,
      e.via, e.address_hash as address, e.device_hash as device, e.attempts::int4
    from (
      select kind::text, challenge_id, happened_at as at, account_id, null::text as status, null::text as via,
        address_hash, device_hash, 0 as attempts
      from play_traces where participation_id = ${participationId}
      union all
      select 'Started', challenge_id, requested_at, account_id, null, via::text, null, null, 0
      from containers where kind = 'Team' and participation_id = ${participationId}
        and (state in ('destroyed', 'failed') or state in ('requested', 'starting', 'running', 'stopping'))
      union all
      select 'Submitted', challenge_id, submitted_at, account_id, status::text, via::text, address_hash, device_hash, attempts
      from (
        select s.*, row_number() over (partition by challenge_id order by id) as number,
          count(*) over (partition by challenge_id) as attempts
        from submissions s where participation_id = ${participationId}
      ) s where number <= ${lineSubmissionsMax} or status = 'Accepted'
    ) e left join accounts a on a.id = e.account_id
    order by e.at`);
  return [...rows];
}

export async function listSolveTimes(db: Executor, participationId: number): Promise<Map<number, number>> {
  const rows = await db.execute<{ challengeId: number; at: number }>(sql`
    select challenge_id as "challengeId", ${milliseconds(sql`solved_at`)} as at
    from solves where participation_id = ${participationId} and reversed_at is null`);
  return new Map(rows.map(({ challengeId, at }) => [challengeId, at]));
}

export interface FieldRow extends Record<string, unknown> {
  challengeId: number;
  solvers: number;
  medianMs: number | null;
  fastestMs: number | null;
}

/**
 * By challenge, of the teams that solved it. Plan, at 2,000 teams and 100 challenges: one merge join of the 30,000 solves by
 * solves_valid_key with the openings by play_traces_pkey, which has the same order, and one sort by challenge for the
 * medians. A query per challenge would read the same rows a hundred times apart.
 */
export async function readFields(db: Executor, gameId: number): Promise<Map<number, FieldRow>> {
  const rows = await db.execute<FieldRow>(sql`
    select s.challenge_id as "challengeId", count(*)::int4 as solvers,
      round(percentile_cont(0.5) within group (order by ${milliseconds(sql`s.solved_at - t.happened_at`)}))::float8
        as "medianMs",
      round(min(${milliseconds(sql`s.solved_at - t.happened_at`)}))::float8 as "fastestMs"
    from solves s
    join participations p on p.id = s.participation_id and ${isPlaying}
    left join play_traces t on t.participation_id = s.participation_id and t.challenge_id = s.challenge_id
      and t.kind = 'Opened' and t.game_id = ${gameId} and t.happened_at <= s.solved_at
    where s.game_id = ${gameId} and s.reversed_at is null
    group by s.challenge_id`);
  return new Map(rows.map((row) => [row.challengeId, row]));
}
