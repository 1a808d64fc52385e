import type { Database } from '@vexil/db';
import { containers } from '@vexil/db/schema/container';
import { type ColumnsOf, columnsOf } from '../play/columns.queries';
import { type OwnPlay, readPlayWith } from '../play/play.queries';

const columns = [
  'id',
  'kind',
  'challengeId',
  'state',
  'engine',
  'isProxy',
  'publicHost',
  'publicPort',
  'hostToken',
  'ports',
  'expiresAt',
  'endReason',
  'requestedAt',
] as const;

export type TeamContainerRow = ColumnsOf<typeof containers, typeof columns> & {
  /** Who started it. */
  userName: string | null;
};

export interface OwnContainers extends OwnPlay {
  /** Oldest first, those that have ended left out. */
  containers: readonly TeamContainerRow[];
}

export interface TeamContainerFacts {
  containers: (TeamContainerRow & { ordinal: number })[] | null;
}

/** For `readPlayWith`. Plan: per player, containers_live_team_key, accounts_pkey, challenges_game_id_idx and
 * containers_live_shared_key. */
export const teamContainers = {
  members: (sql: Database['sql']) => sql`,
    'containers', (select json_agg(k order by k."requestedAt", k.id) from (
      select p.ordinal, k.* from players p
      cross join lateral (
        select ${columnsOf(sql, containers, 'k', columns)}, a.user_name as "userName"
        from containers k left join accounts a on a.id = k.account_id
        where k.kind = 'Team' and k.participation_id = p.id
          and k.state in ('requested', 'starting', 'running', 'stopping')
        union all
        select ${columnsOf(sql, containers, 'k', columns)}, null
        from challenges c join containers k on k.shared_challenge_id = c.id
        where c.game_id = p."gameId" and c.is_enabled and k.state in ('requested', 'starting', 'running', 'stopping') offset 0
      ) k) k)`,
  partOf: (facts: TeamContainerFacts, ordinal: number) => ({
    containers: facts.containers?.filter((one) => one.ordinal === ordinal) ?? [],
  }),
};

export const findTeamContainers = readPlayWith(teamContainers);
