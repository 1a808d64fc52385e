import type { Database } from '@vexil/db';
import type { ContainerRow } from '@vexil/db/schema/container';
import { type Call, type Found, readForCallers } from '@vexil/http/reads/caller';
import { type FoundPlay, type PlayFacts, playMembers, playSources, playsOf } from './challenge.access.queries';

type Sql = Database['sql'];

export type FoundTeamContainer = Pick<
  ContainerRow,
  | 'id'
  | 'kind'
  | 'challengeId'
  | 'state'
  | 'engine'
  | 'isProxy'
  | 'publicHost'
  | 'publicPort'
  | 'hostToken'
  | 'ports'
  | 'expiresAt'
  | 'endReason'
> & {
  /** Who started it. */
  userName: string | null;
};

export interface FoundTeamContainers {
  play: Omit<FoundPlay, 'challenge'>;
  /** Oldest first, those that have ended left out. */
  containers: readonly FoundTeamContainer[];
}

export interface TeamContainerFacts {
  containers: (Omit<FoundTeamContainer, 'expiresAt'> & { ordinal: number; expiresAt: number })[] | null;
}

/** A member beside `playMembers`. Plan: per player, containers_live_team_key and accounts_pkey, challenges_game_id_idx
 * and containers_live_shared_key. */
export const teamContainerMember = (sql: Sql) => sql`
      'containers', (select json_agg(k order by k."requestedAt", k.id) from (
        select p.ordinal, k.* from players p
        cross join lateral (
          select k.id, k.kind, k.challenge_id as "challengeId", k.state, k.engine, k.is_proxy as "isProxy",
            k.public_host as "publicHost", k.public_port as "publicPort", k.host_token as "hostToken", k.ports,
            (extract(epoch from k.expires_at) * 1000)::bigint as "expiresAt", k.end_reason as "endReason",
            k.requested_at as "requestedAt", a.user_name as "userName"
          from containers k left join accounts a on a.id = k.account_id
          where k.kind = 'Team' and k.participation_id = p."participationId" and k.state in ('requested', 'starting', 'running', 'stopping')
          union all
          select k.id, k.kind, k.challenge_id, k.state, k.engine, k.is_proxy, k.public_host, k.public_port, k.host_token,
            k.ports, (extract(epoch from k.expires_at) * 1000)::bigint, k.end_reason, k.requested_at, null
          from challenges c join containers k on k.shared_challenge_id = c.id
          where c.game_id = p."gameId" and c.is_enabled and k.state in ('requested', 'starting', 'running', 'stopping') offset 0
        ) k) k)`;

async function readContainers(sql: Sql, calls: readonly Call[]): Promise<PlayFacts & TeamContainerFacts> {
  const [row] = await sql<{ found: string }[]>`
    with ${playSources(sql, calls)}
    select json_build_object(${playMembers(sql, calls)}, ${teamContainerMember(sql)})::text as found`;
  return JSON.parse(row?.found ?? '{}');
}

export const teamContainersOf = ({ containers }: TeamContainerFacts, ordinal: number): FoundTeamContainer[] =>
  (containers ?? [])
    .filter((one) => one.ordinal === ordinal)
    .map((one) => ({ ...one, expiresAt: new Date(one.expiresAt) }));

/** null when there is no such game. */
export const findTeamContainers = readForCallers<FoundTeamContainers | null>(async (sql, calls) => {
  const found = await readContainers(sql, calls);
  return playsOf(found, calls).map((play, index) => {
    if (!play?.own) return play as Found<null> | undefined;
    return { caller: play.caller, own: { play: play.own, containers: teamContainersOf(found, index + 1) } };
  });
});
