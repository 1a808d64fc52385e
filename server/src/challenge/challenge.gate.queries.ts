// Every call of a player begins with these, and in the opening minute thousands ask at once: what they share is read once
// for all of them, and what is a player's own by one prepared statement.

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

/** What a challenge says to an answer. */
export interface AnsweredChallenge {
  id: number;
  gameId: number;
  /** Unix milliseconds. */
  deadline: number | null;
  /** Submissions of a team, 0 for any number. */
  submissionLimit: number;
}

export interface FoundPlay {
  game: StoredGame;
  /** null when the account plays no part in the game; so is the team. */
  participation: Pick<ParticipationRow, 'id' | 'gameId' | 'teamId' | 'divisionId' | 'status' | 'token'> | null;
  team: Pick<TeamRow, 'id' | 'name' | 'bio' | 'avatarHash'> | null;
  /** Whether the account organises or observes the game that it plays a part in. */
  onStaff: boolean;
  division: DivisionPermissions | null;
  /** The one asked for, where it is an enabled one of this game. */
  challenge: Readonly<AnsweredChallenge> | null;
}

interface Asked {
  gameId: number;
  accountId: string;
  challengeId: number | null;
}

type Player = Pick<ParticipationRow, 'gameId' | 'teamId' | 'divisionId' | 'status' | 'token'> &
  Pick<TeamRow, 'name' | 'bio' | 'avatarHash'> & {
    /** Counts the asked ones from 1. */
    place: number;
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
  challenges: AnsweredChallenge[] | null;
};

const distinct = (ids: readonly (number | null)[]) => [...new Set(ids)].filter((id) => id !== null);

/**
 * The inner select of `players` keeps to the indexes, however many the planner expects. Whole rows become JSON at half the
 * price of objects that are built member by member.
 */
async function read(sql: Database['sql'], asked: readonly Asked[]): Promise<Found> {
  const [row] = await sql<{ found: string }[]>`
    with players as materialized (
      select a.place, p.*
      from unnest(${asked.map(({ gameId }) => gameId)}::int[], ${asked.map(({ accountId }) => accountId)}::uuid[])
        with ordinality as a(game_id, account_id, place)
      cross join lateral (
        select p.id as "participationId", p.game_id as "gameId", p.team_id as "teamId", p.division_id as "divisionId",
          p.status, p.token, t.name, t.bio, t.avatar_hash as "avatarHash",
          exists (select from game_staff s where s.game_id = a.game_id and s.account_id = a.account_id) as "onStaff"
        from participation_members m
        join participations p on p.id = m.participation_id
        join teams t on t.id = p.team_id
        where m.game_id = a.game_id and m.account_id = a.account_id limit 1
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
        from games where id = any(${distinct(asked.map(({ gameId }) => gameId))}::int[])) g),
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
        where id = any(${distinct(asked.map(({ challengeId }) => challengeId))}::int[]) and is_enabled) c)
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

/**
 * A game as one account plays it, and a challenge of it where one is asked for; undefined when there is no such game.
 * Game, division and challenge are shared with others who asked at the same moment.
 */
export const findPlay = batchFor((sql: Database['sql']) => ({
  async run(asked: readonly Asked[]): Promise<(FoundPlay | undefined)[]> {
    const found = await read(sql, asked);
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
    const players = new Map(found.players?.map((player) => [player.place, player]));
    const answered = byId(found.challenges);
    return asked.map(({ gameId, challengeId }, index) => {
      const game = games.get(gameId);
      if (!game) return undefined;
      const player = players.get(index + 1);
      const challenge = answered.get(challengeId ?? Number.NaN);
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

/** An enabled challenge of a game, without its texts, which are long and seldom needed. */
export const findEnabledChallenge = batchFor((db: Db) => ({
  async run(asked: readonly { gameId: number; challengeId: number }[]) {
    const ids = distinct(asked.map(({ challengeId }) => challengeId));
    const rows = byId(
      await db
        .select(columnsWithoutTexts)
        .from(challenges)
        .where(and(inArray(challenges.id, ids), eq(challenges.isEnabled, true))),
    );
    return asked.map(({ gameId, challengeId }) => {
      const row = rows.get(challengeId);
      return row?.gameId === gameId ? row : undefined;
    });
  },
}));
