// Every call of a player starts here, thousands in a game's first minute, so concurrent calls share one statement.

import type { Database } from '@vexil/db';
import type { ChallengeCategory, CustomCategory, Requirement } from '@vexil/db/enums/challenge';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import {
  type CallerQuery,
  type CallerWithOwn,
  isBySession,
  type OwnReader,
  type PathIds,
  readForCallers,
} from '@vexil/http/reads/caller';
import { type DivisionPermissions, grants } from '@vexil/rules/permission.rules';
import { lockedOf, missingOf, withLocks } from '@vexil/rules/requires.rules';
import { type CallerRow, callers, isInvited } from './caller.queries';
import { type ColumnsOf, columnsOf, type Fragment } from './columns.queries';

type Sql = Database['sql'];

const gameColumns = [
  'id',
  'hidden',
  'practiceMode',
  'boardVisibility',
  'hintsMayGoBelowZero',
  'containerCountLimit',
  'writeupRequired',
  'writeupNote',
  'startAt',
  'endAt',
  'freezeAt',
  'writeupDeadline',
  'pausedAt',
  'statementsHidden',
] as const;
const participationColumns = ['id', 'gameId', 'teamId', 'divisionId', 'status', 'token'] as const;
const teamColumns = ['name', 'bio', 'avatarHash'] as const;

interface LockedChallenge {
  id: number;
  title: string;
  category: ChallengeCategory;
  customCategory: CustomCategory | null;
  requires: Requirement;
}

type Locked = LockedChallenge & ReturnType<typeof missingOf>;

interface LaterSolve {
  challengeId: number;
  userName: string | null;
  /** Unix milliseconds. */
  solvedAt: number;
}

/** A participation with its team. */
export type Player = ColumnsOf<typeof participations, typeof participationColumns> &
  ColumnsOf<typeof teams, typeof teamColumns>;

export interface OwnPlay {
  game: Readonly<ColumnsOf<typeof games, typeof gameColumns>>;
  /** null when the account is not registered in the game. */
  player: Player | null;
  onStaff: boolean;
  /** Without a view of what is locked for the team. */
  division: DivisionPermissions | null;
  /** Of those that its division may view. */
  locked: readonly Locked[];
  /** Read for hidden games, and those that show the board to participants. */
  isInvited: boolean;
  /** By arrival, those of enabled challenges after the time of the freeze. */
  laterSolves: readonly LaterSolve[];
}

interface PlayFacts {
  callers: CallerRow[] | null;
  /** Ordinals. */
  invited: number[] | null;
  solves: (LaterSolve & { participationId: number })[] | null;
  games: OwnPlay['game'][] | null;
  requirements: (LockedChallenge & { gameId: number })[] | null;
  solved: { participationId: number; ids: number[] }[] | null;
  divisions: { id: number; defaultPermissions: number; masks: [challengeId: number, mask: number][] | null }[] | null;
  players: (Player & { ordinal: number; onStaff: boolean })[] | null;
}

const distinct = (ids: readonly (number | undefined)[]) => [...new Set(ids)].filter((id) => id !== undefined);

/** Whether a challenge `c` is one of these calls and enabled. */
export const enabledOf = (sql: Sql, calls: readonly CallerQuery[]) =>
  sql`c.id = any((select ${distinct(calls.map(({ challengeId }) => challengeId))}::int[])::int[]) and c.is_enabled`;

/**
 * Plan: per caller, the lateral select with `limit 1` keeps to participation_members_pkey, participations_pkey,
 * teams_pkey and game_staff_pkey; the rest scans primary keys. `json_agg` of whole rows costs half of objects that are
 * built member by member. The lateral selects of `invited` and `solves` run only for games that ask for them,
 * and `solved` for those that challenges_requires_idx has.
 */
const statement = (sql: Sql, calls: readonly CallerQuery[], members: Fragment) => sql<{ found: string }[]>`
  with callers as materialized (${callers(sql, calls)}), players as materialized (
    select c.ordinal, c."challengeId", p.*
    from callers c
    cross join lateral (
      select ${columnsOf(sql, participations, 'p', participationColumns)}, ${columnsOf(sql, teams, 't', teamColumns)},
        exists (select from game_staff s where s.game_id = c."gameId" and s.account_id = c.id) as "onStaff"
      from participation_members m
      join participations p on p.id = m.participation_id
      join teams t on t.id = p.team_id
      where m.game_id = c."gameId" and m.account_id = c.id limit 1
    ) p
  ), found_games as materialized (
    select ${columnsOf(sql, games, 'g', gameColumns)} from games g
    where g.id = any((select ${distinct(calls.map(({ gameId }) => gameId))}::int[])::int[])
  )
  select json_build_object(
    'callers', ${calls.some(isBySession) ? sql`(select json_agg(c) from callers c)` : sql`null`},
    'players', (select json_agg(p) from players p),
    'games', (select json_agg(g) from found_games g),
    'requirements', (select json_agg(r) from (
      select c.id, c.game_id as "gameId", c.title, c.category,
        c.custom_category as "customCategory", c.requires from found_games g
      join challenges c on c.game_id = g.id and c.requires is not null and c.is_enabled) r),
    'solved', (select json_agg(v) from (
      select s.participation_id as "participationId", json_agg(s.challenge_id) as ids
      from (
        select distinct p.id from players p
        where exists (select from challenges c where c.game_id = p."gameId" and c.requires is not null)
      ) p
      join solves s on s.participation_id = p.id and s.reversed_at is null
      group by s.participation_id) v),
    'divisions', (select json_agg(d) from (
      select id, default_permissions as "defaultPermissions",
        (select json_agg(json_build_array(c.challenge_id, c.permissions))
          from division_challenges c where c.division_id = divisions.id) as masks
      from divisions where id in (select "divisionId" from players)) d),
    'invited', (
      select json_agg(i.ordinal) from found_games g
      cross join lateral (
        select c.ordinal from callers c where c."gameId" = g.id and ${isInvited(sql)} offset 0
      ) i where g.hidden or g."boardVisibility" = 'Participants'),
    'solves', (
      select json_agg(s order by s."submissionId") from found_games g
      cross join lateral (
        select s.participation_id as "participationId", s.submission_id as "submissionId",
          s.challenge_id as "challengeId", a.user_name as "userName",
          (extract(epoch from s.solved_at) * 1000)::float8 as "solvedAt"
        from (select distinct id from players where "gameId" = g.id) p
        join solves s on s.participation_id = p.id and s.reversed_at is null
        join challenges c on c.id = s.challenge_id and c.is_enabled
        left join accounts a on a.id = s.account_id
        where (extract(epoch from greatest(s.solved_at, s.given_at)) * 1000)::float8 > g."freezeAt" offset 0
      ) s where g."freezeAt" is not null)
    ${members}
  )::text as found`;

/** By ordinal of the call; null when there is no such game. Calls of one batch share the objects of game and division. */
function playsOf(found: PlayFacts, calls: readonly CallerQuery[]): (CallerWithOwn<OwnPlay | null> | undefined)[] {
  const gamesById = new Map(found.games?.map((game) => [game.id, game]));
  const divisions = new Map<number | null, DivisionPermissions>(
    found.divisions?.map(({ id, defaultPermissions, masks }) => [
      id,
      { defaultPermissions, challengePermissions: new Map(masks) },
    ]),
  );
  const callersFound = new Map(found.callers?.map((caller) => [caller.ordinal, caller]));
  const players = new Map(found.players?.map((player) => [player.ordinal, player]));
  const invited = new Set(found.invited);
  return calls.map((call, index) => {
    const caller = callersFound.get(index + 1) ?? null;
    if (isBySession(call) && !caller) return undefined;
    const game = gamesById.get(call.gameId ?? Number.NaN);
    if (!game) return { caller, own: null };
    const player = players.get(index + 1) ?? null;
    const permissions = divisions.get(player?.divisionId ?? null) ?? null;
    const locked = player ? lockedFor(found, player, permissions) : [];
    const own = {
      game,
      player,
      onStaff: player?.onStaff ?? false,
      division: withLocks(permissions, locked),
      locked,
      isInvited: invited.has(index + 1),
      laterSolves: found.solves?.filter(({ participationId }) => participationId === player?.id) ?? [],
    };
    return { caller, own };
  });
}

function lockedFor(
  { requirements, solved }: PlayFacts,
  player: Player,
  division: DivisionPermissions | null,
): Locked[] {
  const ofGame = requirements?.filter(
    ({ id, gameId }) => gameId === player.gameId && grants(division, id, 'ViewChallenge'),
  );
  if (!ofGame?.length) return [];
  const ids = new Set(solved?.find(({ participationId }) => participationId === player.id)?.ids);
  return lockedOf(ofGame, ids).map((one) => ({ ...one, ...missingOf(one.requires, ids) }));
}

/**
 * The plays of these calls, and what is read beside them.
 *
 * @param members of the JSON object, each after a comma, from `callers` and `players`
 */
export async function readPlays<Facts = unknown>(
  sql: Sql,
  calls: readonly CallerQuery[],
  members: Fragment = sql``,
): Promise<{ plays: (CallerWithOwn<OwnPlay | null> | undefined)[]; facts: Facts }> {
  const [row] = await statement(sql, calls, members);
  const facts = JSON.parse(row?.found ?? '{}');
  return { plays: playsOf(facts, calls), facts };
}

interface PlayPart<Facts, Part> {
  /** As for `readPlays`. */
  members(sql: Sql, calls: readonly CallerQuery[]): Fragment;
  /** What a call shows beside its play. */
  partOf(facts: Facts, ordinal: number, call: CallerQuery): Part;
}

/** null when there is no such game. */
export const readPlayWith = <Facts, Part>({
  members,
  partOf,
}: PlayPart<Facts, Part>): OwnReader<(OwnPlay & Part) | null> =>
  readForCallers(async (sql, calls) => {
    const { plays, facts } = await readPlays<Facts>(sql, calls, members(sql, calls));
    return calls.map((call, index) => {
      const play = plays[index];
      return play && { ...play, own: play.own && { ...play.own, ...partOf(facts, index + 1, call) } };
    });
  });

export const findPlay = readPlayWith({ members: (sql) => sql``, partOf: () => ({}) });

/** The challenge of a call among those that were read; null when it is disabled or not of this game. */
export function challengeOf<Row extends { id: number; gameId: number }>(
  rows: readonly Row[] | null,
  { gameId, challengeId }: PathIds,
): Row | null {
  return rows?.find((row) => row.id === challengeId && row.gameId === gameId) ?? null;
}
