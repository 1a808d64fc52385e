// Everything of the caller that the first page of a game shows, in the statement that reads the session.

import type { StaffRole } from '@vexil/db/enums/game';
import { type Found, readForCallers } from '@vexil/http/reads/caller';
import { type OwnProfileRow, ownProfileColumns } from '../account/account.service';
import { type PlayFacts, playMembers, playSources, playsOf } from '../challenge/challenge.play.service';
import {
  type FoundTeamContainers,
  type TeamContainerFacts,
  teamContainerMember,
  teamContainersOf,
} from '../challenge/team-container.service';
import type { GameCaller } from '../game/game.service';

export interface FoundGamePage {
  profile: OwnProfileRow;
  caller: GameCaller;
  /** null when there is no such game. */
  containers: FoundTeamContainers | null;
}

type Facts = PlayFacts &
  TeamContainerFacts & {
    accounts: (OwnProfileRow & { ordinal: number; staffRole: StaffRole | null })[] | null;
  };

const callerIn = (found: FoundTeamContainers | null, staffRole: StaffRole | null): GameCaller => ({
  status: found?.play.participation?.status ?? null,
  divisionId: found?.play.participation?.divisionId ?? null,
  teamId: found?.play.team?.id ?? null,
  teamName: found?.play.team?.name ?? null,
  staffRole,
  hidden: found?.play.game.hidden ?? null,
  isInvited: found?.play.isInvited ?? false,
});

/** Plan: as `findTeamContainers`; then, per caller, accounts_pkey and game_staff_pkey. */
export const findGamePage = readForCallers<FoundGamePage>(async (sql, calls) => {
  const [row] = await sql<{ found: string }[]>`
    with ${playSources(sql, calls)}
    select json_build_object(
      ${playMembers(sql, calls)}, ${teamContainerMember(sql)},
      'accounts', (select json_agg(a) from (
        select c.ordinal, a.* from callers c
        cross join lateral (
          select ${ownProfileColumns(sql)},
            (select role from game_staff where game_id = c."gameId" and account_id = c.id) as "staffRole"
          from accounts a where a.id = c.id limit 1
        ) a) a)
    )::text as found`;
  const found: Facts = JSON.parse(row?.found ?? '{}');
  const accounts = new Map(found.accounts?.map((account) => [account.ordinal, account]));
  return playsOf(found, calls).map((play, index): Found<FoundGamePage> | undefined => {
    const account = accounts.get(index + 1);
    if (!play || !account) return undefined;
    const { ordinal: _, staffRole, ...profile } = account;
    const containers = play.own && { play: play.own, containers: teamContainersOf(found, index + 1) };
    return { caller: play.caller, own: { profile, caller: callerIn(containers, staffRole), containers } };
  });
});
