import type postgres from 'postgres';
import type { StoredScoreboardFacts } from './scoreboard-facts';

/** Solves of a challenge are held up to this submission. */
export interface SolveCursor {
  challengeId: number;
  submissionId: number;
}

export interface NewSolves {
  solves: StoredScoreboardFacts['solves'];
  /** The database's clock before they were read. */
  databaseTime: number;
}

type Values = [number, number | null, number | null, number | null, string | null, number | null];

/**
 * The solves that came after those held, in order of submission.
 *
 * None is missed, though solves of different challenges commit in any order: what has been judged of one challenge is
 * always a prefix of its submissions, and batches of one challenge commit one after the other, under its lock. So whoever
 * sees a solve sees every solve of that challenge with a smaller submission, and what became visible since has a greater
 * one. Hence a cursor for each challenge and not one for the game. It costs one look into an index per challenge, whatever
 * the number of teams and solves.
 */
export async function loadNewSolves(sql: postgres.Sql, cursors: readonly SolveCursor[]): Promise<NewSolves> {
  const rows = (await sql`
    with clock as materialized (select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now)
    select clock.now, s.participation_id, s.challenge_id, s.submission_id, coalesce(a.user_name, ''),
      (extract(epoch from s.solved_at) * 1000)::float8
    from clock
    left join (
      unnest(${cursors.map(({ challengeId }) => challengeId)}::int[],
        ${cursors.map(({ submissionId }) => submissionId)}::int[]) as held(challenge_id, submission_id)
      cross join lateral (
        select * from solves where challenge_id = held.challenge_id and submission_id > held.submission_id
        order by submission_id
      ) s
      left join accounts a on a.id = s.account_id
    ) on true
    order by s.submission_id`.values()) as unknown as Values[];
  const solves: StoredScoreboardFacts['solves'] = [];
  for (const [, participationId, challengeId, submissionId, userName, time] of rows) {
    if (participationId === null || challengeId === null || submissionId === null || time === null) continue;
    solves.push({ participationId, challengeId, submissionId, userName: userName ?? '', time });
  }
  return { solves, databaseTime: rows[0]?.[0] ?? 0 };
}
