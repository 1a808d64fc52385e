import type { Database } from '@vexil/db';
import { lockClasses } from '@vexil/db/schema/locks';
import { buildAccount } from '@vexil/db/testing/account';
import { type BuiltChallenge, buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';

export interface FloodedGame {
  gameId: number;
  accountId: string;
  challenges: BuiltChallenge[];
  /** Accepted participations; their teams are called `team 1` and so on, in this order. */
  participationIds: number[];
}

export interface FloodAnswer {
  participationId: number;
  challengeId: number;
  text: string;
}

/** A running game with so many challenges and teams, all of one account. */
export async function buildFloodedGame(
  { db, sql }: Database,
  challengeCount: number,
  teamCount: number,
): Promise<FloodedGame> {
  const gameId = (await buildGame(db)).id;
  const { id: accountId } = await buildAccount(db);
  const challenges: BuiltChallenge[] = [];
  while (challenges.length < challengeCount) challenges.push(await buildChallenge(db, { gameId }));
  const rows = await sql<{ id: number }[]>`
    with built as (
      insert into teams (name, invite_token, captain_id)
      select 'team ' || n, md5(n::text), ${accountId}::uuid from generate_series(1, ${teamCount}::int) n returning id
    )
    insert into participations (game_id, team_id, status, token)
    select ${gameId}::int, id, 'Accepted', id || ':dGVzdA==' from built order by id returning id`;
  return { gameId, accountId, challenges, participationIds: rows.map(({ id }) => id) };
}

/** Stores answers of different pairs of team and challenge as the server does: together, with the locks of all of them. */
export async function insertAnswers(
  sql: Database['sql'],
  { gameId, accountId }: FloodedGame,
  answers: readonly FloodAnswer[],
): Promise<number[]> {
  const locked = [...new Set(answers.map(({ challengeId }) => challengeId))].sort((a, b) => a - b);
  const rows = await sql<{ id: number }[]>`
    with arriving as materialized (
      select count(pg_advisory_xact_lock_shared(${lockClasses.submissionArrival}::int, c.id))
      from unnest(${locked}::int[]) as c(id)
    ), given as materialized (
      select * from unnest(${answers.map((one) => one.participationId)}::int[],
        ${answers.map((one) => one.challengeId)}::int[],
        ${answers.map((one) => testSealing.hashFlag(one.challengeId, one.text))}::text[])
        with ordinality as g(participation_id, challenge_id, hash, place)
    ), counted as (
      insert into team_challenges (participation_id, challenge_id, game_id, submission_count)
      select g.participation_id, g.challenge_id, ${gameId}::int, 1 from arriving cross join given g
      order by g.participation_id, g.challenge_id
      on conflict (participation_id, challenge_id) do update set submission_count = team_challenges.submission_count + 1
      returning participation_id, challenge_id
    )
    insert into submissions
      (game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed, submitted_at)
    select ${gameId}::int, g.challenge_id, g.participation_id, ${accountId}::uuid, g.hash, 'sealed', now()
    from given g join counted using (participation_id, challenge_id) order by g.place
    returning id`;
  return rows.map(({ id }) => id);
}
