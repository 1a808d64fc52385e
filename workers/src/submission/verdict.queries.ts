import { storeWebhookFactsRaw, type WebhookFact } from '@vexil/data/webhook/outbox.queries';
import type { SqlTx } from '@vexil/db';
import type { BloodType } from '@vexil/db/enums/submission';
import { lockClasses } from '@vexil/db/schema/locks';
import { storeSolves } from '@vexil/db/schema/scoreboard-version';
import { advanceTopic, type TopicVersion } from '@vexil/db/schema/topic-version';
import {
  bloodValues,
  type FoundBlood,
  shownResult,
  type Verdict,
  type WaitingSubmission,
} from '@vexil/rules/judge.rules';
import type { JudgedChallenge } from './judge.queries';

export interface Blood extends FoundBlood<WaitingSubmission> {
  challenge: JudgedChallenge;
}

export interface StoredNotice {
  id: number;
  type: BloodType;
  values: string[];
  time: number;
  isPublic: boolean;
}

export interface StoredVerdicts {
  activityIds: number[];
  notices: StoredNotice[];
  topics: TopicVersion[];
}

/** At the end of the transaction, because it takes the lock of the board's version. */
export async function storeVerdicts(
  tx: SqlTx,
  gameId: number,
  challenges: ReadonlyMap<number, JudgedChallenge>,
  verdicts: readonly Verdict[],
  bloods: readonly Blood[],
  now: Date,
): Promise<StoredVerdicts> {
  const solves = verdicts.filter((one) => one.solves).map(({ submission }) => submission);
  const submissionIds = solves.map(({ id }) => id);
  const times = solves.map(({ time }) => time);
  const [firstAt, lastAt] = [Math.min(...times), Math.max(...times)];
  // In this order over one connection: the version is the last lock of the transaction.
  const [activityIds, notices, topics, , board] = await Promise.all([
    updateSubmissions(tx, challenges, verdicts, now),
    bloods.length === 0 ? [] : insertNotices(tx, gameId, bloods, now),
    bloods.length === 0 ? [] : advanceTopic(tx, `notices:${gameId}`),
    storeWebhookFactsRaw(tx, factsOf(gameId, challenges, verdicts)),
    solves.length === 0 ? null : storeSolves(tx, gameId, { submissionIds, firstAt, lastAt }),
  ]);
  return { activityIds, notices, topics: board ? [...topics, board] : topics };
}

/** Solves of the competition, those of a freeze not for the public, and shared flags. */
function factsOf(
  gameId: number,
  challenges: ReadonlyMap<number, JudgedChallenge>,
  verdicts: readonly Verdict[],
): WebhookFact[] {
  return verdicts.flatMap(({ submission, solves, owner }): WebhookFact[] => {
    const { id: submissionId, challengeId, participationId, teamName: team, time } = submission;
    const challenge = challenges.get(challengeId);
    if (!challenge) return [];
    const { title, freeze, end } = challenge;
    const shared = { gameId, happenedAt: new Date(time) };
    const data = { team, participationId, challenge: title, challengeId };
    const isPublic = freeze === null || time <= freeze;
    return [
      ...(solves && time < end ? [{ ...shared, kind: 'Solve' as const, isPublic, data }] : []),
      ...(owner
        ? [
            {
              ...shared,
              kind: 'Cheat' as const,
              isPublic: false,
              data: { ...data, source: owner.teamName, submissionId },
            },
          ]
        : []),
    ];
  });
}

interface NewActivity {
  type: 'FlagSubmit' | 'CheatDetected';
  submissionId: number;
  /** Verdict of this event; cheating has an event of its own. */
  result: string;
  values: string[];
}

/**
 * One statement, so that each event follows from a verdict that it gave. Returns the ids of the events. Plan:
 * the submissions by primary key.
 */
async function updateSubmissions(
  tx: SqlTx,
  titles: ReadonlyMap<number, Pick<JudgedChallenge, 'title'>>,
  verdicts: readonly Verdict[],
  now: Date,
): Promise<number[]> {
  const activities = verdicts.flatMap((verdict) => listActivities(titles, verdict));
  const canaryIds = verdicts.filter(({ isCanary }) => isCanary).map(({ submission }) => submission.id);
  // Comparing the status as text keeps the planner away from the partial index of waiting submissions, which it believes
  // to be nearly empty and would scan for each verdict.
  const rows = await tx<{ id: number }[]>`
    with judged as (
      update submissions s
      set status = v.status::answer_result, is_canary = s.id = any(${canaryIds}::int[]), judged_at = ${now.toISOString()}, ip = null
      from unnest(${verdicts.map(({ submission }) => submission.id)}::int[],
        ${verdicts.map(({ result }) => result)}::text[],
        ${verdicts.map(({ owner }) => owner?.participationId ?? null)}::int[]) as v(id, status, owner)
      where s.id = v.id and s.status::text = 'FlagSubmitted'
      returning s.id, s.game_id, s.challenge_id, s.participation_id, s.account_id, s.submitted_at, v.owner
    ), found as (
      insert into cheat_findings (submission_id, game_id, submit_participation_id, source_participation_id)
      select id, game_id, participation_id, owner from judged where owner is not null
      on conflict do nothing
    )
    insert into activities (game_id, type, values, participation_id, account_id, submission_id, result, happened_at)
    select j.game_id, n.type::activity_type, n.values::jsonb, j.participation_id, j.account_id, j.id,
      n.result::answer_result, j.submitted_at
    from unnest(${activities.map(({ submissionId }) => submissionId)}::int[],
      ${activities.map(({ type }) => type)}::text[],
      ${activities.map(({ values }) => JSON.stringify(values))}::text[],
      ${activities.map(({ result }) => result)}::text[])
      with ordinality as n(submission, type, values, result, place)
    join judged j on j.id = n.submission
    order by n.place
    on conflict do nothing
    returning id`;
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

function listActivities(
  titles: ReadonlyMap<number, Pick<JudgedChallenge, 'title'>>,
  { result, submission, owner }: Verdict,
): NewActivity[] {
  if (result === 'NotFound') return [];
  const submissionId = submission.id;
  const answered: NewActivity = { type: 'FlagSubmit', submissionId, result: shownResult(result), values: [] };
  if (!owner) return [answered];
  const values = [titles.get(submission.challengeId)?.title ?? '', submission.teamName, owner.teamName];
  return [answered, { type: 'CheatDetected', submissionId, result, values }];
}

/**
 * A unique index admits one notice per challenge, blood and division that scores alone. The lock is held until the commit, so that bloods of several
 * partitions are committed, and then announced, in the order of their ids.
 */
async function insertNotices(tx: SqlTx, gameId: number, bloods: readonly Blood[], now: Date): Promise<StoredNotice[]> {
  const wanted = bloods.map(({ type, challenge, solve, divisionId, division }) => ({
    type,
    divisionId,
    challengeId: challenge.id,
    gameId: challenge.gameId,
    values: bloodValues(solve.teamName, challenge.title, division),
    // Clocks of two processes differ: never before the solve, because a freeze compares this time.
    time: Math.max(now.getTime(), solve.time),
    isPublic: challenge.freeze === null || solve.time <= challenge.freeze,
  }));
  const lock = tx`select pg_advisory_xact_lock(${lockClasses.bloodNotices}::int, ${gameId}::int)`;
  const insert = tx<{ id: number; challengeId: number; divisionId: number; type: BloodType }[]>`
    insert into notices (game_id, type, values, challenge_id, division_id, published_at)
    select game, type::notice_type, values::jsonb, challenge, division, time::timestamptz
    from unnest(${wanted.map(({ gameId }) => gameId)}::int[], ${wanted.map(({ type }) => type)}::text[],
      ${wanted.map(({ values }) => JSON.stringify(values))}::text[],
      ${wanted.map(({ challengeId }) => challengeId)}::int[],
      ${wanted.map(({ divisionId }) => divisionId)}::int[],
      ${wanted.map(({ time }) => new Date(time).toISOString())}::text[])
      with ordinality as n(game, type, values, challenge, division, time, place)
    order by place
    on conflict do nothing
    returning id, challenge_id as "challengeId", division_id as "divisionId", type`;
  const [, rows] = await Promise.all([lock, insert]);
  return rows.flatMap(({ id, challengeId, divisionId, type }) => {
    const isStored = (one: (typeof wanted)[number]) =>
      one.challengeId === challengeId && one.divisionId === divisionId && one.type === type;
    const stored = wanted.find(isStored);
    return stored ? [{ id, type, values: stored.values, time: stored.time, isPublic: stored.isPublic }] : [];
  });
}
