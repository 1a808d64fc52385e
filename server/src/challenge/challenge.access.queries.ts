// Every call of a player starts here, thousands in a game's first minute, so concurrent calls share one statement.

import type { Database, Db } from '@vexil/db';
import { challenges } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import type { ParticipationRow } from '@vexil/db/schema/participation';
import type { TeamRow } from '@vexil/db/schema/team';
import { batchFor } from '@vexil/http/reads/batch';
import { type Call, type Found, isBySession, readForCallers } from '@vexil/http/reads/caller';
import type { DivisionPermissions } from '@vexil/rules/permission.rules';
import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import { type CallerRow, callers, isInvited } from '../caller/caller.queries';

type Sql = Database['sql'];

type StoredGame = Readonly<
  Pick<
    GameRow,
    | 'id'
    | 'hidden'
    | 'practiceMode'
    | 'containerCountLimit'
    | 'writeupRequired'
    | 'writeupNote'
    | 'startAt'
    | 'endAt'
    | 'freezeAt'
    | 'writeupDeadline'
  >
>;

export interface SubmittableChallenge {
  id: number;
  gameId: number;
  /** Unix milliseconds. */
  deadline: number | null;
  /** Per team; 0 is unlimited. */
  submissionLimit: number;
}

export interface FoundPlay {
  game: StoredGame;
  /** null when the account is not registered in the game; then `team` is null as well. */
  participation: Pick<ParticipationRow, 'id' | 'gameId' | 'teamId' | 'divisionId' | 'status' | 'token'> | null;
  team: Pick<TeamRow, 'id' | 'name' | 'bio' | 'avatarHash'> | null;
  onStaff: boolean;
  division: DivisionPermissions | null;
  challenge: Readonly<SubmittableChallenge> | null;
  /** Read for hidden games only. */
  isInvited: boolean;
  /** By arrival, those of enabled challenges after the time of the freeze. */
  laterSolves: readonly LaterSolve[];
}

interface LaterSolve {
  challengeId: number;
  userName: string | null;
  /** Unix milliseconds. */
  solvedAt: number;
}

type Player = Pick<ParticipationRow, 'gameId' | 'teamId' | 'divisionId' | 'status' | 'token'> &
  Pick<TeamRow, 'name' | 'bio' | 'avatarHash'> & {
    ordinal: number;
    participationId: number;
    onStaff: boolean;
  };

type Times = 'startAt' | 'endAt' | 'freezeAt' | 'writeupDeadline';
export interface PlayFacts {
  callers: CallerRow[] | null;
  /** Ordinals. */
  invited: number[] | null;
  solves: (LaterSolve & { participationId: number })[] | null;
  games:
    | (Omit<StoredGame, Times> & { startAt: number; endAt: number; freezeAt: number | null; writeupDeadline: number })[]
    | null;
  divisions: { id: number; defaultPermissions: number; masks: [challengeId: number, mask: number][] | null }[] | null;
  players: Player[] | null;
}

export const distinct = (ids: readonly (number | undefined)[]) => [...new Set(ids)].filter((id) => id !== undefined);

/**
 * CTEs for `playMembers`. Plan: per caller, the lateral select with `limit 1` keeps to participation_members_pkey,
 * participations_pkey, teams_pkey and game_staff_pkey; the rest scans primary keys.
 */
export const playSources = (sql: Sql, calls: readonly Call[]) => sql`
  callers as materialized (${callers(sql, calls)}), players as materialized (
    select c.ordinal, c."challengeId", p.*
    from callers c
    cross join lateral (
      select p.id as "participationId", p.game_id as "gameId", p.team_id as "teamId", p.division_id as "divisionId",
        p.status, p.token, t.name, t.bio, t.avatar_hash as "avatarHash",
        exists (select from game_staff s where s.game_id = c."gameId" and s.account_id = c.id) as "onStaff"
      from participation_members m
      join participations p on p.id = m.participation_id
      join teams t on t.id = p.team_id
      where m.game_id = c."gameId" and m.account_id = c.id limit 1
    ) p
  ), found_games as materialized (
    select id, hidden, practice_mode as "practiceMode", container_count_limit as "containerCountLimit",
      writeup_required as "writeupRequired", writeup_note as "writeupNote",
      (extract(epoch from start_at) * 1000)::bigint as "startAt",
      (extract(epoch from end_at) * 1000)::bigint as "endAt",
      (extract(epoch from freeze_at) * 1000)::bigint as "freezeAt",
      (extract(epoch from writeup_deadline) * 1000)::bigint as "writeupDeadline"
    from games where id = any((select ${distinct(calls.map(({ gameId }) => gameId))}::int[])::int[])
  )`;

/**
 * Members of a JSON object; `json_agg` of whole rows costs half of objects that are built member by member. The lateral
 * selects run for hidden games or games with a freeze only.
 */
export const playMembers = (sql: Sql, calls: readonly Call[]) => sql`
  'callers', ${calls.some(isBySession) ? sql`(select json_agg(c) from callers c)` : sql`null`},
  'players', (select json_agg(p) from players p),
  'games', (select json_agg(g) from found_games g),
  'divisions', (select json_agg(d) from (
    select id, default_permissions as "defaultPermissions",
      (select json_agg(json_build_array(c.challenge_id, c.permissions))
        from division_challenges c where c.division_id = divisions.id) as masks
    from divisions where id in (select "divisionId" from players)) d),
  'invited', (
    select json_agg(i.ordinal) from found_games g
    cross join lateral (
      select c.ordinal from callers c where c."gameId" = g.id and ${isInvited(sql)} offset 0
    ) i where g.hidden),
  'solves', (
    select json_agg(s order by s."submissionId") from found_games g
    cross join lateral (
      select s.participation_id as "participationId", s.submission_id as "submissionId",
        s.challenge_id as "challengeId", a.user_name as "userName",
        (extract(epoch from s.solved_at) * 1000)::bigint as "solvedAt"
      from (select distinct "participationId" from players where "gameId" = g.id) p
      join solves s on s.participation_id = p."participationId"
      join challenges c on c.id = s.challenge_id and c.is_enabled
      left join accounts a on a.id = s.account_id
      where (extract(epoch from s.solved_at) * 1000)::bigint > g."freezeAt" offset 0
    ) s where g."freezeAt" is not null)`;

async function readPlays(sql: Sql, calls: readonly Call[]) {
  const challengeIds = distinct(calls.map(({ challengeId }) => challengeId));
  const [row] = await sql<{ found: string }[]>`
    with ${playSources(sql, calls)}
    select json_build_object(
      ${playMembers(sql, calls)},
      'challenges', (select json_agg(c) from (
        select id, game_id as "gameId", (extract(epoch from deadline_at) * 1000)::bigint as deadline,
          submission_limit as "submissionLimit"
        from challenges where id = any((select ${challengeIds}::int[])::int[]) and is_enabled) c)
    )::text as found`;
  return JSON.parse(row?.found ?? '{}') as PlayFacts & { challenges: SubmittableChallenge[] | null };
}

export const byId = <T extends { id: number }>(rows: readonly T[] | null) =>
  new Map((rows ?? []).map((row) => [row.id, row]));

const participationOf = ({ participationId, gameId, teamId, divisionId, status, token }: Player) => ({
  id: participationId,
  gameId,
  teamId,
  divisionId,
  status,
  token,
});
const teamOf = ({ teamId, name, bio, avatarHash }: Player) => ({ id: teamId, name, bio, avatarHash });

type FoundBase = Omit<FoundPlay, 'challenge'>;

/** By ordinal of the call; null when there is no such game. Calls of one batch share the objects of game and division. */
export function playsOf(found: PlayFacts, calls: readonly Call[]): (Found<FoundBase | null> | undefined)[] {
  const games = new Map(
    found.games?.map(({ startAt, endAt, freezeAt, writeupDeadline, ...game }) => [
      game.id,
      {
        ...game,
        startAt: new Date(startAt),
        endAt: new Date(endAt),
        freezeAt: freezeAt === null ? null : new Date(freezeAt),
        writeupDeadline: new Date(writeupDeadline),
      },
    ]),
  );
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
    const game = games.get(call.gameId ?? Number.NaN);
    if (!game) return { caller, own: null };
    const player = players.get(index + 1);
    const own = {
      game,
      participation: player ? participationOf(player) : null,
      team: player ? teamOf(player) : null,
      onStaff: player?.onStaff ?? false,
      division: divisions.get(player?.divisionId ?? null) ?? null,
      isInvited: invited.has(index + 1),
      laterSolves: found.solves?.filter((solve) => solve.participationId === player?.participationId) ?? [],
    };
    return { caller, own };
  });
}

export const findPlay = readForCallers<FoundPlay | null>(async (sql, calls) => {
  const found = await readPlays(sql, calls);
  const challengesById = byId(found.challenges);
  return playsOf(found, calls).map((play, index) => {
    if (!play?.own) return play as Found<null> | undefined;
    const challenge = challengesById.get(calls[index]?.challengeId ?? Number.NaN);
    const isOfGame = challenge && challenge.gameId === play.own.game.id;
    return { caller: play.caller, own: { ...play.own, challenge: isOfGame ? challenge : null } };
  });
});

const { content, hints, ...columnsWithoutTexts } = getTableColumns(challenges);

export const findEnabledChallenge = batchFor((db: Db) => ({
  async run(keys: readonly { gameId: number; challengeId: number }[]) {
    const ids = distinct(keys.map(({ challengeId }) => challengeId));
    const rows = byId(
      await db
        .select(columnsWithoutTexts)
        .from(challenges)
        .where(and(inArray(challenges.id, ids), eq(challenges.isEnabled, true))),
    );
    return keys.map(({ gameId, challengeId }) => {
      const row = rows.get(challengeId);
      return row?.gameId === gameId ? row : undefined;
    });
  },
}));
