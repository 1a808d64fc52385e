// Raw SQL: the query builder's mapping of tens of thousands of solves costs more than reading them.

import { avatarUrl } from '@vexil/rules/asset.rules';
import { factsAtFreeze } from '@vexil/rules/scoreboard.freeze.rules';
import type { AwardFacts, ParticipationFacts, ScoreboardFacts, SolveFacts } from '@vexil/rules/scoreboard.rules';
import type postgres from 'postgres';

export interface StoredSolve extends SolveFacts {
  version: number | null;
}

export interface StoredScoreboardFacts extends ScoreboardFacts {
  game: ScoreboardFacts['game'] & { freeze: number | null };
  solves: StoredSolve[];
  versions: BoardVersions;
}

/** All 0 for a game whose board has never changed. */
interface BoardVersions {
  version: number;
  publicVersion: number;
  rebuildVersion: number;
  /** Unix milliseconds. */
  rebuiltAt: number;
}

type SolveValues = [number, number, number, string, number, number | null, number | null, number | null];

const readSolve = ([
  participationId,
  challengeId,
  submissionId,
  userName,
  time,
  version,
  givenAt,
  reversedAt,
]: SolveValues): StoredSolve => ({
  participationId,
  challengeId,
  submissionId,
  userName,
  time,
  version,
  givenAt,
  reversedAt,
});

/** Solves that are read at once. */
const portionSize = 1000;

interface FactsOptions {
  /** Unix milliseconds: rules and facts are those that were known then. */
  knownAt?: number | undefined;
  /** Is waited for after each portion of solves. */
  rest?: () => Promise<void>;
}

/** All facts of a board at one instant, times in Unix milliseconds; null when there is no such game. */
export async function loadScoreboardFacts(
  sql: postgres.Sql,
  gameId: number,
  options: FactsOptions = {},
): Promise<StoredScoreboardFacts | null> {
  const { knownAt } = options;
  // One snapshot, else a solve could lack its team or challenge.
  const facts = await sql.begin('isolation level repeatable read read only', (tx) =>
    readScoreboardFacts(tx, gameId, options),
  );
  return facts === null || knownAt === undefined ? facts : factsAtFreeze(facts, knownAt);
}

type RuledTable = 'games' | 'divisions' | 'division_challenges' | 'participations' | 'challenges';

/** A table, or its rows as they were; of those only the columns that boards follow from. Plan: board_rules_game_idx. */
const rulesOf = (tx: postgres.TransactionSql, gameId: number, table: RuledTable, knownAt: number | undefined) =>
  knownAt === undefined
    ? tx`${tx(table)}`
    : tx`(
        select r.* from (
          select distinct on (row_id, challenge_id) values from board_rules
          where game_id = ${gameId} and of_table = ${table} and since <= ${new Date(knownAt).toISOString()}
          order by row_id, challenge_id, since desc, id desc
        ) h cross join lateral jsonb_populate_record(null::${tx(table)}, h.values) r where h.values is not null
      )`;

/** The same in a snapshot of the caller's. */
export async function readScoreboardFacts(
  tx: postgres.TransactionSql,
  gameId: number,
  { knownAt, rest }: FactsOptions = {},
): Promise<StoredScoreboardFacts | null> {
  const of = (table: RuledTable) => rulesOf(tx, gameId, table, knownAt);
  const [games, divisions, masks, participations, challenges, awards] = await Promise.all([
    tx<(StoredScoreboardFacts['game'] & BoardVersions)[]>`
        select g.id, (extract(epoch from start_at) * 1000)::float8 as start,
          (extract(epoch from end_at) * 1000)::float8 as end, (extract(epoch from g.freeze_at) * 1000)
            * case when g.paused_at < g.freeze_at then null else 1 end::float8 as freeze,
          blood_bonus::float8 as "bloodBonus", blood_bonus_points as "bloodBonusPoints",
          coalesce(v.version, 0) as version,
          coalesce(public_version, 0) as "publicVersion", coalesce(rebuild_version, 0) as "rebuildVersion",
          coalesce(extract(epoch from rebuilt_at) * 1000, 0)::float8 as "rebuiltAt"
        from ${of('games')} g left join scoreboard_versions v on v.game_id = g.id where g.id = ${gameId}`,
    tx<Omit<ScoreboardFacts['divisions'][number], 'challengeConfigs'>[]>`
        select id, name, kind, coalesce(scores_alone, false) as "scoresAlone", default_permissions as "defaultPermissions"
        from ${of('divisions')} d where game_id = ${gameId} order by id`,
    tx<{ divisionId: number; challengeId: number; permissions: number }[]>`
        select division_id as "divisionId", challenge_id as "challengeId", permissions
        from ${of('division_challenges')} m where game_id = ${gameId} order by challenge_id`,
    tx<(Omit<ParticipationFacts, 'avatar'> & { avatarHash: string | null })[]>`
        select p.id, p.team_id as "teamId", t.name as "teamName", t.bio, t.avatar_hash as "avatarHash",
          p.division_id as "divisionId", p.status
        from ${of('participations')} p join teams t on t.id = p.team_id
        where p.game_id = ${gameId} and p.status = 'Accepted' order by p.id`,
    tx<ScoreboardFacts['challenges'][number][]>`
        select id, title, category, is_enabled as enabled, (extract(epoch from deadline_at) * 1000)::float8 as deadline,
          disable_blood_bonus as "disableBloodBonus", original_score as "originalScore",
          min_score_rate as "minScoreRate", difficulty, curve, minimum_score as "minimumScore", decay, position, tags, requires,
          (select n.custom_category from challenges n where n.id = c.id) as "customCategory"
        from ${of('challenges')} c where game_id = ${gameId} and is_enabled order by id`,
    tx<(Omit<AwardFacts, 'challengeId'> & { challengeId: number | null })[]>`
        select id, participation_id as "participationId", points, reason, label,
          (extract(epoch from awarded_at) * 1000)::float8 as time,
          (extract(epoch from created_at) * 1000)::float8 as "givenAt",
          (extract(epoch from reversed_at) * 1000)::float8 as "reversedAt",
          challenge_id as "challengeId"
        from awards where game_id = ${gameId} order by id`,
  ]);
  const [found] = games;
  if (!found) return null;
  const solves: StoredSolve[] = [];
  // Plan: solves_game_id_submission_id_idx, so that each portion is only its own work; a join would be sorted first.
  const portions = tx`
    select s.participation_id, s.challenge_id, s.submission_id,
      coalesce((select a.user_name from accounts a where a.id = s.account_id), ''),
      (extract(epoch from s.solved_at) * 1000)::float8, s.board_version,
      (extract(epoch from s.given_at) * 1000)::float8, (extract(epoch from s.reversed_at) * 1000)::float8
    from solves s
    where s.game_id = ${gameId} order by s.submission_id`
    .values()
    .cursor(portionSize) as unknown as AsyncIterable<SolveValues[]>;
  for await (const portion of portions) {
    for (const values of portion) solves.push(readSolve(values));
    await rest?.();
  }
  const { version, publicVersion, rebuildVersion, rebuiltAt, ...game } = found;
  return {
    game,
    divisions: divisions.map((one) => ({
      ...one,
      challengeConfigs: masks.filter(({ divisionId }) => divisionId === one.id).map(({ divisionId, ...mask }) => mask),
    })),
    participations: participations.map(({ avatarHash, ...one }) => ({ ...one, avatar: avatarUrl(avatarHash) })),
    challenges: [...challenges],
    solves,
    awards: awards.map(({ challengeId, ...award }) => (challengeId === null ? award : { ...award, challengeId })),
    versions: { version, publicVersion, rebuildVersion, rebuiltAt },
  };
}

export interface NewSolves extends BoardVersions {
  /** By version and arrival; empty when a rebuild came after the version asked for. */
  solves: StoredSolve[];
}

type NewValues = [number, number, number, number, ...(SolveValues | (null | undefined)[])];

/** One statement, so versions and solves belong to one snapshot. */
export async function loadNewSolves(sql: postgres.Sql, gameId: number, since: number): Promise<NewSolves> {
  const rows = (await sql`
    select v.version, v.public_version, v.rebuild_version, (extract(epoch from v.rebuilt_at) * 1000)::float8,
      s.participation_id, s.challenge_id, s.submission_id, coalesce(a.user_name, ''),
      (extract(epoch from s.solved_at) * 1000)::float8, s.board_version, null::float8, null::float8
    from scoreboard_versions v
    left join solves s on s.game_id = v.game_id and s.board_version > ${since}::int and v.rebuild_version <= ${since}::int
    left join accounts a on a.id = s.account_id
    where v.game_id = ${gameId}
    order by s.board_version, s.submission_id`.values()) as unknown as NewValues[];
  const [version = 0, publicVersion = 0, rebuildVersion = 0, rebuiltAt = 0] = rows[0] ?? [];
  const solves = rows.flatMap(([, , , , ...solve]) => (solve[0] === null ? [] : readSolve(solve as SolveValues)));
  return { version, publicVersion, rebuildVersion, rebuiltAt, solves };
}
