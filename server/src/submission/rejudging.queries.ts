import { DomainError, invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import type { BloodType } from '@vexil/db/enums/submission';
import { accounts } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import { lockClasses } from '@vexil/db/schema/locks';
import { participations } from '@vexil/db/schema/participation';
import { type NewRejudgingRow, type RejudgingRow, rejudgings, rejudgingVerdicts } from '@vexil/db/schema/rejudging';
import { submissions } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import type { BloodCandidate } from '@vexil/rules/judge.rules';
import type { SolveChange } from '@vexil/rules/rejudging.rules';
import { type DivisionFacts, divisionPermissions } from '@vexil/rules/scoreboard.rules';
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import product from '../../../package.json';

type Page = { count: number; skip: number };

const closers = alias(accounts, 'closers');
const { teams: _, ...columns } = getTableColumns(rejudgings);

const selectRejudgings = (db: Executor, filter: SQL | undefined) =>
  db
    .select({
      rejudging: columns,
      challengeTitle: challenges.title,
      teamId: teams.id,
      teamName: teams.name,
      userName: accounts.userName,
      closedBy: closers.userName,
    })
    .from(rejudgings)
    .leftJoin(challenges, eq(challenges.id, rejudgings.challengeId))
    .leftJoin(participations, eq(participations.id, rejudgings.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(accounts, eq(accounts.id, rejudgings.accountId))
    .leftJoin(closers, eq(closers.id, rejudgings.closedById))
    .where(filter);

export type ListedRejudging = Awaited<ReturnType<typeof selectRejudgings>>[number];

export async function listRejudgings(
  db: Executor,
  gameId: number,
  page: Page,
): Promise<{ rows: ListedRejudging[]; total: number }> {
  const ofGame = eq(rejudgings.gameId, gameId);
  const [rows, total] = await Promise.all([
    selectRejudgings(db, ofGame).orderBy(desc(rejudgings.id)).limit(page.count).offset(page.skip),
    db.$count(rejudgings, ofGame),
  ]);
  return { rows, total };
}

export interface RejudgingId {
  gameId: number;
  rejudgingId: number;
}

const isRejudging = ({ gameId, rejudgingId }: RejudgingId) =>
  and(eq(rejudgings.id, rejudgingId), eq(rejudgings.gameId, gameId));

/** Throws `rejudging.notFound`. */
export async function getRejudging(db: Executor, id: RejudgingId): Promise<ListedRejudging> {
  const [row] = await selectRejudgings(db, isRejudging(id));
  if (!row) throw new DomainError('rejudging.notFound');
  return row;
}

/** Throws `rejudging.notFound`. */
export async function lockRejudging(tx: Tx, id: RejudgingId): Promise<RejudgingRow> {
  const [row] = await tx.select().from(rejudgings).where(isRejudging(id)).for('update');
  if (!row) throw new DomainError('rejudging.notFound');
  return row;
}

/** Throws `challenge.notFound`. */
export async function requireChallenge(db: Executor, gameId: number, id: number): Promise<void> {
  const found = await db.$count(challenges, and(eq(challenges.id, id), eq(challenges.gameId, gameId)));
  if (found === 0) throw new DomainError('challenge.notFound', { field: 'challengeId' });
}

/** Of the game's teams, whatever their status. Throws `participation.notFound`. */
export async function findParticipationId(tx: Tx, gameId: number, teamId: number): Promise<number> {
  const [row] = await tx
    .select({ id: participations.id })
    .from(participations)
    .where(and(eq(participations.gameId, gameId), eq(participations.teamId, teamId)));
  if (!row) throw new DomainError('participation.notFound', { field: 'teamId' });
  return row.id;
}

/** Name of who made the draft that is open; null for an account that is gone, undefined without a draft. */
export async function findOpenAuthor(tx: Tx, gameId: number): Promise<string | null | undefined> {
  const isOpen = and(eq(rejudgings.gameId, gameId), sql`${rejudgings.state} in ('Computing', 'Ready', 'Outdated')`);
  const [row] = await selectRejudgings(tx, isOpen);
  return row?.userName;
}

export async function insertRejudging(tx: Tx, values: NewRejudgingRow): Promise<RejudgingRow> {
  const [row] = await tx.insert(rejudgings).values(values).returning();
  invariant(row, 'An inserted draft is returned.');
  return row;
}

export async function listRejudgedSubmissions(db: Executor, rejudgingId: number, page: Page) {
  const ofDraft = eq(rejudgingVerdicts.rejudgingId, rejudgingId);
  const [rows, total] = await Promise.all([
    db
      .select({
        id: submissions.id,
        challengeId: challenges.id,
        challenge: challenges.title,
        teamId: teams.id,
        team: teams.name,
        user: sql<string>`coalesce(${accounts.userName}, '')`,
        answerSealed: submissions.answerSealed,
        submittedAt: submissions.submittedAt,
        before: rejudgingVerdicts.before,
        after: rejudgingVerdicts.after,
      })
      .from(rejudgingVerdicts)
      .innerJoin(submissions, eq(submissions.id, rejudgingVerdicts.submissionId))
      .innerJoin(challenges, eq(challenges.id, submissions.challengeId))
      .innerJoin(participations, eq(participations.id, submissions.participationId))
      .innerJoin(teams, eq(teams.id, participations.teamId))
      .leftJoin(accounts, eq(accounts.id, submissions.accountId))
      .where(ofDraft)
      .orderBy(asc(submissions.id))
      .limit(page.count)
      .offset(page.skip),
    db.$count(rejudgingVerdicts, ofDraft),
  ]);
  return { rows, total };
}

export async function readTeamEffects(db: Executor, rejudgingId: number) {
  const [row] = await db.select({ teams: rejudgings.teams }).from(rejudgings).where(eq(rejudgings.id, rejudgingId));
  return row?.teams ?? [];
}

/** Whether a server or worker of another release is connected. */
export async function hasOtherRelease(tx: Tx): Promise<boolean> {
  const rows = await tx.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name ~ '^vexil-(server|worker)'
      and split_part(application_name, ' ', 2) <> ${product.version}
    limit 1`);
  return rows.length > 0;
}

export interface RejudgedChallenge {
  id: number;
  title: string;
  deadline: number | null;
  disableBloodBonus: boolean;
}

/** Whose verdicts a draft changes; waits for judges of these challenges and keeps others away until the end. */
export async function lockRejudgedChallenges(tx: Tx, rejudgingId: number): Promise<RejudgedChallenge[]> {
  const rows = await tx.execute<RejudgedChallenge & Record<string, unknown>>(sql`
    with changed as materialized (
      select c.id, c.title, c.disable_blood_bonus as "disableBloodBonus",
        (extract(epoch from c.deadline_at) * 1000)::float8 as deadline
      from challenges c where c.id in (
        select s.challenge_id from rejudging_verdicts v join submissions s on s.id = v.submission_id
        where v.rejudging_id = ${rejudgingId}
      ) order by c.id
    )
    select *, pg_advisory_xact_lock(${lockClasses.challengeJudge}::int, id) from changed`);
  return rows.map(({ id, title, deadline, disableBloodBonus }) => ({ id, title, deadline, disableBloodBonus }));
}

export interface RejudgedTeam {
  participationId: number;
  challengeIds: number[];
}

/** Teams that see another verdict: they do not see who cheated. Plan: by primary keys. */
export const listRejudgedTeams = async (tx: Tx, rejudgingId: number): Promise<RejudgedTeam[]> => [
  ...(await tx.execute<RejudgedTeam & Record<string, unknown>>(sql`
    select s.participation_id as "participationId", jsonb_agg(distinct s.challenge_id) as "challengeIds"
    from rejudging_verdicts v join submissions s on s.id = v.submission_id
    where v.rejudging_id = ${rejudgingId} and (v.before = 'Accepted') <> (v.after = 'Accepted')
    group by 1 order by 1`)),
];

/** The submissions get their new verdicts. An address is kept for the log alone, which has its line. */
export async function storeNewVerdicts(tx: Tx, { id, gameId }: RejudgingRow, at: Date): Promise<void> {
  await tx.execute(sql`
    update submissions s set status = v.after, is_canary = v.is_canary, judged_at = ${at.toISOString()}
    from rejudging_verdicts v where v.rejudging_id = ${id} and s.id = v.submission_id`);
  await tx.execute(sql`
    insert into cheat_findings (submission_id, game_id, submit_participation_id, source_participation_id)
    select s.id, ${gameId}::int, s.participation_id, v.owner_id
    from rejudging_verdicts v join submissions s on s.id = v.submission_id
    where v.rejudging_id = ${id} and v.after = 'CheatDetected' and v.owner_id is not null
    on conflict (submission_id) do update set source_participation_id = excluded.source_participation_id`);
}

/** Takes solves back, then makes those of earlier arrival or of newly right submissions. */
export async function storeSolveChanges(
  tx: Tx,
  gameId: number,
  changes: readonly SolveChange[],
  at: Date,
): Promise<void> {
  const now = at.toISOString();
  const lost = changes.flatMap(({ lostId }) => lostId ?? []);
  const made = changes.flatMap(({ made }) => made?.submissionId ?? []);
  await tx.execute(sql`
    update solves set reversed_at = ${now}
    where game_id = ${gameId} and reversed_at is null
      and submission_id in (select value::int from jsonb_array_elements_text(${JSON.stringify(lost)}::jsonb))`);
  await tx.execute(sql`
    insert into solves (participation_id, challenge_id, game_id, submission_id, account_id, solved_at, given_at)
    select s.participation_id, s.challenge_id, s.game_id, s.id, s.account_id, s.submitted_at, ${now}
    from submissions s
    where s.id in (select value::int from jsonb_array_elements_text(${JSON.stringify(made)}::jsonb)) order by s.id`);
}

export type RejudgedSolve = BloodCandidate & { challengeId: number; participationId: number; team: string };

const inIds = (ids: readonly number[]) =>
  sql`(select value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

/** The solves that stand, in order of arrival. */
export const listValidSolves = async (tx: Tx, challengeIds: readonly number[]): Promise<RejudgedSolve[]> => [
  ...(await tx.execute<RejudgedSolve & Record<string, unknown>>(sql`
    select s.challenge_id as "challengeId", s.participation_id as "participationId", t.name as team,
      p.status as "participationStatus", p.division_id as "divisionId",
      (extract(epoch from s.solved_at) * 1000)::float8 as time
    from solves s join participations p on p.id = s.participation_id join teams t on t.id = p.team_id
    where s.challenge_id in ${inIds(challengeIds)} and s.reversed_at is null order by s.submission_id`)),
];

export async function listDivisionPermissions(tx: Tx, gameId: number) {
  const rows = await tx.execute<DivisionFacts & Record<string, unknown>>(sql`
    select d.id, d.name, d.scores_alone as "scoresAlone", d.default_permissions as "defaultPermissions", coalesce((
      select jsonb_agg(jsonb_build_object('challengeId', c.challenge_id, 'permissions', c.permissions))
      from division_challenges c where c.division_id = d.id
    ), '[]') as "challengeConfigs"
    from divisions d where d.game_id = ${gameId}`);
  return divisionPermissions([...rows]);
}

export interface AnnouncedBlood {
  challengeId: number;
  divisionId: number;
  type: BloodType;
}

export const listAnnouncedBloods = async (tx: Tx, challengeIds: readonly number[]): Promise<AnnouncedBlood[]> => [
  ...(await tx.execute<AnnouncedBlood & Record<string, unknown>>(sql`
    select challenge_id as "challengeId", division_id as "divisionId", type from notices
    where challenge_id in ${inIds(challengeIds)} and type in ('FirstBlood', 'SecondBlood', 'ThirdBlood')`)),
];

/** Notices of bloods are committed, and then announced, in the order of their ids. */
export const lockBloodNotices = async (tx: Tx, gameId: number): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClasses.bloodNotices}::int, ${gameId}::int)`);
};
