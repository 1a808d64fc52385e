// Every call of a player starts here, thousands in a game's first minute, so concurrent calls share one statement.

import type { Database, Db } from '@vexil/db';
import { challenges } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import type { ParticipationRow } from '@vexil/db/schema/participation';
import type { TeamRow } from '@vexil/db/schema/team';
import type { DivisionPermissions } from '@vexil/rules/permission.rules';
import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import { batchFor } from '../batch';

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
}

interface PlayKey {
  gameId: number;
  accountId: string;
  challengeId: number | null;
}

type Player = Pick<ParticipationRow, 'gameId' | 'teamId' | 'divisionId' | 'status' | 'token'> &
  Pick<TeamRow, 'name' | 'bio' | 'avatarHash'> & {
    ordinal: number;
    participationId: number;
    onStaff: boolean;
  };

type Times = 'startAt' | 'endAt' | 'freezeAt' | 'writeupDeadline';
type Found = {
  games:
    | (Omit<StoredGame, Times> & { startAt: number; endAt: number; freezeAt: number | null; writeupDeadline: number })[]
    | null;
  divisions: { id: number; defaultPermissions: number; masks: [challengeId: number, mask: number][] | null }[] | null;
  players: Player[] | null;
  challenges: SubmittableChallenge[] | null;
};

const distinct = (ids: readonly (number | null)[]) => [...new Set(ids)].filter((id) => id !== null);

/**
 * Raw SQL, because Drizzle has no `unnest … with ordinality`. Plan: per key, the lateral select with `limit 1` keeps to
 * participation_members_pkey, participations_pkey, teams_pkey and game_staff_pkey; the rest scans primary keys.
 * `json_agg` of whole rows costs half of objects that are built member by member.
 */
async function readAll(sql: Database['sql'], keys: readonly PlayKey[]): Promise<Found> {
  const [row] = await sql<{ found: string }[]>`
    with players as materialized (
      select k.ordinal, p.*
      from unnest(${keys.map(({ gameId }) => gameId)}::int[], ${keys.map(({ accountId }) => accountId)}::uuid[])
        with ordinality as k(game_id, account_id, ordinal)
      cross join lateral (
        select p.id as "participationId", p.game_id as "gameId", p.team_id as "teamId", p.division_id as "divisionId",
          p.status, p.token, t.name, t.bio, t.avatar_hash as "avatarHash",
          exists (select from game_staff s where s.game_id = k.game_id and s.account_id = k.account_id) as "onStaff"
        from participation_members m
        join participations p on p.id = m.participation_id
        join teams t on t.id = p.team_id
        where m.game_id = k.game_id and m.account_id = k.account_id limit 1
      ) p
    )
    select json_build_object(
      'games', (select json_agg(g) from (
        select id, hidden, practice_mode as "practiceMode", container_count_limit as "containerCountLimit",
          writeup_required as "writeupRequired", writeup_note as "writeupNote",
          (extract(epoch from start_at) * 1000)::bigint as "startAt",
          (extract(epoch from end_at) * 1000)::bigint as "endAt",
          (extract(epoch from freeze_at) * 1000)::bigint as "freezeAt",
          (extract(epoch from writeup_deadline) * 1000)::bigint as "writeupDeadline"
        from games where id = any(${distinct(keys.map(({ gameId }) => gameId))}::int[])) g),
      'divisions', (select json_agg(d) from (
        select id, default_permissions as "defaultPermissions",
          (select json_agg(json_build_array(c.challenge_id, c.permissions))
            from division_challenges c where c.division_id = divisions.id) as masks
        from divisions where id in (select "divisionId" from players)) d),
      'players', (select json_agg(p) from players p),
      'challenges', (select json_agg(c) from (
        select id, game_id as "gameId", (extract(epoch from deadline_at) * 1000)::bigint as deadline,
          submission_limit as "submissionLimit"
        from challenges
        where id = any(${distinct(keys.map(({ challengeId }) => challengeId))}::int[]) and is_enabled) c)
    )::text as found`;
  return JSON.parse(row?.found ?? '{}');
}

const byId = <T extends { id: number }>(rows: readonly T[] | null) => new Map((rows ?? []).map((row) => [row.id, row]));

const participationOf = ({ participationId, gameId, teamId, divisionId, status, token }: Player) => ({
  id: participationId,
  gameId,
  teamId,
  divisionId,
  status,
  token,
});
const teamOf = ({ teamId, name, bio, avatarHash }: Player) => ({ id: teamId, name, bio, avatarHash });

/** undefined when there is no such game. Calls of one batch share the objects of game, division and challenge. */
export const findPlay = batchFor((sql: Database['sql']) => ({
  async run(keys: readonly PlayKey[]): Promise<(FoundPlay | undefined)[]> {
    const found = await readAll(sql, keys);
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
    const players = new Map(found.players?.map((player) => [player.ordinal, player]));
    const challengesById = byId(found.challenges);
    return keys.map(({ gameId, challengeId }, index) => {
      const game = games.get(gameId);
      if (!game) return undefined;
      const player = players.get(index + 1);
      const challenge = challengesById.get(challengeId ?? Number.NaN);
      return {
        game,
        participation: player ? participationOf(player) : null,
        team: player ? teamOf(player) : null,
        onStaff: player?.onStaff ?? false,
        division: divisions.get(player?.divisionId ?? null) ?? null,
        challenge: challenge?.gameId === gameId ? challenge : null,
      };
    });
  },
}));

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
