import type { SqlTx } from '@vexil/db';
import type { BloodType } from '@vexil/db/enums/submission';
import { shownResult, type Verdict, type WaitingSubmission } from './judge';
import type { JudgedChallenge } from './judge.queries';

export interface Blood {
  type: BloodType;
  solve: WaitingSubmission;
}

export interface StoredNotice {
  id: number;
  type: BloodType;
  values: string[];
  time: number;
  /** Whether the board the public sees has this blood. */
  isPublic: boolean;
}

export interface StoredVerdicts {
  activityIds: number[];
  notices: StoredNotice[];
}

interface NewActivity {
  type: 'FlagSubmit' | 'CheatDetected';
  verdict: Verdict;
  /** The verdict at this event: cheating is told by an event of its own. */
  result: string;
  values: string[];
}

/** Writes all that a batch of verdicts brings about. Writing the same again changes nothing. */
export async function storeVerdicts(
  tx: SqlTx,
  challenge: JudgedChallenge,
  verdicts: readonly Verdict[],
  bloods: readonly Blood[],
  now: Date,
): Promise<StoredVerdicts> {
  const [, , , activityIds, notices] = await Promise.all([
    updateSubmissions(tx, verdicts, now),
    insertSolves(tx, challenge, verdicts),
    insertFindings(tx, challenge, verdicts),
    insertActivities(tx, challenge, listActivities(challenge, verdicts)),
    insertNotices(tx, challenge, bloods, now),
  ]);
  return { activityIds, notices };
}

function updateSubmissions(tx: SqlTx, verdicts: readonly Verdict[], now: Date) {
  return tx`
    update submissions s set status = v.status::answer_result, judged_at = ${now.toISOString()}
    from unnest(${verdicts.map(({ submission }) => submission.id)}::int[],
      ${verdicts.map(({ result }) => result)}::text[]) as v(id, status)
    where s.id = v.id and s.status = 'FlagSubmitted'`;
}

async function insertSolves(tx: SqlTx, challenge: JudgedChallenge, verdicts: readonly Verdict[]) {
  const solves = verdicts.filter((one) => one.solves).map(({ submission }) => submission);
  if (solves.length === 0) return;
  await tx`
    insert into solves (participation_id, challenge_id, game_id, submission_id, account_id, solved_at)
    select s.participation_id, s.challenge_id, s.game_id, s.id, s.account_id, s.submitted_at
    from submissions s where s.challenge_id = ${challenge.id} and s.id = any(${solves.map(({ id }) => id)}::int[])
    on conflict do nothing`;
}

async function insertFindings(tx: SqlTx, challenge: JudgedChallenge, verdicts: readonly Verdict[]) {
  const findings = verdicts.flatMap(({ submission, owner }) => (owner ? [{ submission, owner }] : []));
  if (findings.length === 0) return;
  await tx`
    insert into cheat_findings (submission_id, game_id, submit_participation_id, source_participation_id)
    select f.submission, ${challenge.gameId}, f.submitter, f.source
    from unnest(${findings.map(({ submission }) => submission.id)}::int[],
      ${findings.map(({ submission }) => submission.participationId)}::int[],
      ${findings.map(({ owner }) => owner.participationId)}::int[]) as f(submission, submitter, source)
    on conflict do nothing`;
}

function listActivities(challenge: JudgedChallenge, verdicts: readonly Verdict[]): NewActivity[] {
  return verdicts.flatMap((verdict): NewActivity[] => {
    const { result, submission, owner } = verdict;
    if (result === 'NotFound') return [];
    const answered: NewActivity = { type: 'FlagSubmit', verdict, result: shownResult(result), values: [] };
    if (!owner) return [answered];
    const values = [challenge.title, submission.teamName, owner.teamName];
    return [answered, { type: 'CheatDetected', verdict, result, values }];
  });
}

async function insertActivities(
  tx: SqlTx,
  challenge: JudgedChallenge,
  activities: readonly NewActivity[],
): Promise<number[]> {
  if (activities.length === 0) return [];
  const submissions = activities.map(({ verdict }) => verdict.submission);
  const rows = await tx<{ id: number }[]>`
    insert into activities (game_id, type, values, participation_id, account_id, submission_id, result, happened_at)
    select ${challenge.gameId}, n.type::activity_type, n.values::jsonb, n.participation, n.account, n.submission,
      n.result::answer_result, s.submitted_at
    from unnest(${activities.map(({ type }) => type)}::text[],
      ${activities.map(({ values }) => JSON.stringify(values))}::text[],
      ${submissions.map(({ participationId }) => participationId)}::int[],
      ${submissions.map(({ accountId }) => accountId)}::uuid[],
      ${submissions.map(({ id }) => id)}::int[],
      ${activities.map(({ result }) => result)}::text[])
      with ordinality as n(type, values, participation, account, submission, result, place)
    join submissions s on s.id = n.submission
    order by n.place
    on conflict do nothing
    returning id`;
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Each blood of a challenge is announced once, whatever happened to its holder. */
async function insertNotices(
  tx: SqlTx,
  challenge: JudgedChallenge,
  bloods: readonly Blood[],
  now: Date,
): Promise<StoredNotice[]> {
  const stored: StoredNotice[] = [];
  for (const { type, solve } of bloods) {
    const values = [solve.teamName, challenge.title];
    // Not before its solve, whatever the clocks of two processes say: by this time a freeze holds it back.
    const at = Math.max(now.getTime(), solve.time);
    const [row] = await tx<{ id: number }[]>`
      insert into notices (game_id, type, values, challenge_id, published_at)
      values (${challenge.gameId}, ${type}, ${JSON.stringify(values)}::text::jsonb, ${challenge.id},
        ${new Date(at).toISOString()})
      on conflict do nothing returning id`;
    const isPublic = challenge.freeze === null || solve.time <= challenge.freeze;
    if (row) stored.push({ id: row.id, type, values, time: at, isPublic });
  }
  return stored;
}
