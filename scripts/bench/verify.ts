import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { loadScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import type { Database } from '@vexil/db';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { requestOf } from './generator/request';
import { capture, readJson } from './rows/capture';

type Sql = Pick<Database, 'sql'>;

/** Returns how many submissions have no verdict at the timeout. */
export async function untilJudged({ sql }: Sql, timeoutMs: number): Promise<number> {
  for (const until = performance.now() + timeoutMs; ; await delay(10)) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from submissions where status = 'FlagSubmitted'`;
    if (row?.count === 0 || performance.now() > until) return row?.count ?? 0;
  }
}

export interface Kept {
  lost: number;
  unjudged: number;
  /** With more or fewer events than one verdict gives. */
  uneven: number;
  /** Missing solves, and those that are not their team's first accepted submission. */
  wrongSolves: number;
  /** Bloods out of the order of arrival. */
  wrongBloods: number;
}

export const isWhole = (kept: Kept): boolean => Object.values(kept).every((count) => count === 0);

/** Each submission that got a 200 must be stored and judged once, with solves and bloods in order. */
export async function checkSubmissions({ sql }: Sql, gameId: number, ids: readonly number[]): Promise<Kept> {
  const [row] = await sql<Kept[]>`
    with asked as (select unnest(${ids as number[]}::int[]) as id),
    first as (
      select distinct on (participation_id, challenge_id) participation_id, challenge_id, id
      from submissions where game_id = ${gameId} and status = 'Accepted' order by participation_id, challenge_id, id
    ),
    bloods as (
      select challenge_id, (array['FirstBlood', 'SecondBlood', 'ThirdBlood'])[place] as type, team
      from (
        select s.challenge_id, t.name as team,
          row_number() over (partition by s.challenge_id order by s.submission_id)::int as place
        from solves s join participations p on p.id = s.participation_id join teams t on t.id = p.team_id
        where s.game_id = ${gameId}
      ) ranked where place <= 3
    )
    select
      (select count(*)::int from asked a where not exists (select 1 from submissions s where s.id = a.id)) as lost,
      (select count(*)::int from asked a join submissions s on s.id = a.id where s.status = 'FlagSubmitted') as unjudged,
      (select count(*)::int from asked a where 1 <> (
        select count(*) from activities e where e.submission_id = a.id and e.type = 'FlagSubmit')) as uneven,
      (select count(*)::int from first f full join solves s
        on s.participation_id = f.participation_id and s.challenge_id = f.challenge_id
        where s.submission_id is distinct from f.id) as "wrongSolves",
      (select count(*)::int from bloods b full join
        (select challenge_id, type::text, values->>0 as team from notices
          where game_id = ${gameId} and type in ('FirstBlood', 'SecondBlood', 'ThirdBlood')) n
        on n.challenge_id = b.challenge_id and n.type = b.type
        where n.team is distinct from b.team) as "wrongBloods"`;
  if (!row) throw new Error('Nothing was counted.');
  return row;
}

/** Whether the served board becomes the one that the database gives before the timeout. */
export async function servesTheBoard(database: Sql, gameId: number, port: number, timeoutMs: number): Promise<boolean> {
  for (const until = performance.now() + timeoutMs; ; await delay(200)) {
    const reply = await capture(
      port,
      requestOf(({ scoreboard }) => scoreboard.get({ params: { id: gameId } })),
    );
    const { version: _version, ...served } = readJson(reply) as Scoreboard;
    const facts = await loadScoreboardFacts(database.sql, gameId);
    if (!facts) throw new Error('The game is gone.');
    const computed: unknown = JSON.parse(JSON.stringify(computeScoreboard(facts, served.updateTimeUtc)));
    if (isDeepStrictEqual(served, computed)) return true;
    if (performance.now() > until) return false;
  }
}
