import { DomainError } from '@vexil/contract/errors';
import type { Database } from '@vexil/db';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import type { Via } from '@vexil/db/enums/submission';
import { isRetryable, violatedConstraint } from '@vexil/db/errors';
import { challenges } from '@vexil/db/schema/challenge';
import { lockClasses } from '@vexil/db/schema/locks';
import type { SubmissionRow } from '@vexil/db/schema/submission';
import { batchFor } from '@vexil/http/reads/batch';
import { isInvited, readOwn } from '../play/caller.queries';
import { type ColumnsOf, columnsOf } from '../play/columns.queries';
import { challengeOf, enabledOf, type OwnPlay, readPlayWith } from '../play/play.queries';

const targetColumns = ['id', 'gameId', 'deadlineAt', 'submissionLimit'] as const;
type Target = Readonly<ColumnsOf<typeof challenges, typeof targetColumns>>;

export interface OwnTarget extends OwnPlay {
  /** null when it is disabled or not of this game. */
  challenge: Target | null;
}

/** Plan: as `findPlay`, and challenges_pkey. */
export const findTarget = readPlayWith<{ challenges: Target[] | null }, Pick<OwnTarget, 'challenge'>>({
  members: (sql, calls) => sql`,
    'challenges', (select json_agg(c) from (
      select ${columnsOf(sql, challenges, 'c', targetColumns)} from challenges c where ${enabledOf(sql, calls)}) c)`,
  partOf: ({ challenges }, _ordinal, call) => ({ challenge: challengeOf(challenges, call) }),
});

/**
 * Whether a text is a flag of the challenge as it is: one for all, or one that a team has or had. Plan: the index of each
 * table by challenge and hash.
 */
export async function isFlag(
  sql: Database['sql'],
  { challengeId, answerHash }: Pick<Arrival, 'challengeId' | 'answerHash'>,
): Promise<boolean> {
  const [row] = await sql<{ isFlag: boolean }[]>`
    select exists (select from flags where challenge_id = ${challengeId} and hash = ${answerHash})
      or exists (select from team_challenges where challenge_id = ${challengeId} and flag_hash = ${answerHash})
      or exists (select from earlier_flags where challenge_id = ${challengeId} and flag_hash = ${answerHash}) as "isFlag"`;
  return row?.isFlag ?? false;
}

export interface Arrival {
  gameId: number;
  challengeId: number;
  participationId: number;
  accountId: string;
  answerHash: string;
  answerSealed: string;
  submittedAt: Date;
  ip: string;
  via: Via;
  addressHash: string;
  deviceHash: string | null;
}

const accountConstraint = 'submissions_account_id_accounts_id_fk';
const attemptsMax = 3;
const pairOf = ({ participationId, challengeId }: Pick<Arrival, 'participationId' | 'challengeId'>) =>
  `${participationId} ${challengeId}`;

/**
 * Counts and stores submissions of distinct pairs of participation and challenge in one statement. Returns their ids by
 * pair, without pairs whose limit is reached. The parts depend on each other, so they run in this order:
 * - `arriving` takes shared locks before any id is assigned. The judge takes them exclusively, so no smaller id becomes
 *   visible after it has judged a larger one. Locks and counters are taken in ascending order, against deadlocks.
 * - `counted` increments the counters within their limits.
 * - The insert assigns ids in order of arrival.
 * Plan: function scans of the arrays, team_challenges_pkey for the conflict, challenges_pkey for the limit.
 */
async function insertBatch(sql: Database['sql'], arrivals: readonly Arrival[]): Promise<Map<string, number>> {
  const challengeIds = [...new Set(arrivals.map(({ challengeId }) => challengeId))].sort((a, b) => a - b);
  const rows = await sql<(Pick<Arrival, 'participationId' | 'challengeId'> & { id: number })[]>`
    with arriving as materialized (
      select count(pg_advisory_xact_lock_shared(${lockClasses.submissionArrival}::int, c.id))
      from unnest(${challengeIds}::int[]) as c(id)
    ), arrivals as materialized (
      select * from unnest(
        ${arrivals.map(({ gameId }) => gameId)}::int[],
        ${arrivals.map(({ challengeId }) => challengeId)}::int[],
        ${arrivals.map(({ participationId }) => participationId)}::int[],
        ${arrivals.map(({ accountId }) => accountId)}::uuid[],
        ${arrivals.map(({ answerHash }) => answerHash)}::text[],
        ${arrivals.map(({ answerSealed }) => answerSealed)}::text[],
        ${arrivals.map(({ submittedAt }) => submittedAt.toISOString())}::text[],
        ${arrivals.map(({ ip }) => ip)}::text[],
        ${arrivals.map(({ via }) => via)}::text[],
        ${arrivals.map(({ addressHash }) => addressHash)}::text[],
        ${arrivals.map(({ deviceHash }) => deviceHash)}::text[]
      ) with ordinality as a(game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed,
        submitted_at, ip, via, address_hash, device_hash, ordinal)
    ), counted as (
      insert into team_challenges as tc (participation_id, challenge_id, game_id, submission_count)
      select a.participation_id, a.challenge_id, a.game_id, 1 from arriving cross join arrivals a
      order by a.participation_id, a.challenge_id
      on conflict (participation_id, challenge_id) do update set submission_count = tc.submission_count + 1
      where tc.submission_count < coalesce(nullif(
        (select c.submission_limit from challenges c where c.id = excluded.challenge_id), 0), 2147483647)
      returning tc.participation_id, tc.challenge_id
    )
    insert into submissions
      (game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed, submitted_at, ip, via,
        address_hash, device_hash)
    select a.game_id, a.challenge_id, a.participation_id, a.account_id, a.answer_hash, a.answer_sealed,
      a.submitted_at::timestamptz, a.ip, a.via::via, a.address_hash, a.device_hash
    from arrivals a join counted using (participation_id, challenge_id)
    order by a.ordinal
    returning id, participation_id as "participationId", challenge_id as "challengeId"`;
  return new Map(rows.map((row) => [pairOf(row), row.id]));
}

async function insertWithRetries(sql: Database['sql'], arrivals: readonly Arrival[]): Promise<Map<string, number>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertBatch(sql, arrivals);
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error;
    }
  }
}

const insertTogether = batchFor((sql: Database['sql']) => ({
  // `on conflict do update` cannot update a row twice in one statement.
  separateBy: pairOf,
  // The team or the challenge of a single submission may have been deleted.
  isOfOneKey: (error: unknown) => violatedConstraint(error) !== undefined,
  async run(arrivals: readonly Arrival[]) {
    const ids = await insertWithRetries(sql, arrivals);
    return arrivals.map((arrival) => ids.get(pairOf(arrival)));
  },
}));

function refuseDeleted(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint?.endsWith('_participation_fkey')) throw new DomainError('participation.missing', { cause: error });
  if (constraint?.endsWith('_challenge_fkey')) throw new DomainError('challenge.notFound', { cause: error });
  if (constraint === accountConstraint) throw new DomainError('account.unauthenticated', { cause: error });
  throw error;
}

/**
 * Counts and stores a submission; gives its id, undefined when the team's limit is reached. Throws
 * `participation.missing`, `challenge.notFound` and `account.unauthenticated` for what was deleted meanwhile.
 */
export const insertSubmission = (sql: Database['sql'], arrival: Arrival): Promise<number | undefined> =>
  insertTogether(sql, arrival).catch(refuseDeleted);

export interface OwnSubmission {
  /** null when the caller has no such submission. */
  status: SubmissionRow['status'] | null;
  participation: StoredParticipationStatus;
  hidden: boolean;
  isInvited: boolean;
}

/** Plan: submissions_pkey per caller, then primary keys. */
export const findOwnSubmission = readOwn<OwnSubmission>(
  (sql) => sql`
    select c.*, s.status, s.participation, g.hidden,
      coalesce(g.hidden and s.participation <> 'Accepted' and ${isInvited(sql)}, false) as "isInvited"
    from callers c
    left join lateral (
      select s.game_id, s.status, p.status as participation
      from submissions s join participations p on p.id = s.participation_id
      where s.id = c."submissionId" and s.game_id = c."gameId" and s.challenge_id = c."challengeId"
        and s.account_id = c.id
      limit 1
    ) s on true
    left join games g on g.id = s.game_id`,
);
