// Everything of the caller that the first page of a game shows, in the statement that reads the session.

import { type CallerWithOwn, readForCallers } from '@vexil/http/reads/caller';
import { type OwnProfileRow, ownProfileColumns } from '../account/account.service';
import { type OwnContainers, type TeamContainerFacts, teamContainers } from '../container/container.service';
import type { GameCaller } from '../play/game-caller.queries';
import { type OwnPlay, readPlays } from '../play/play.queries';

export interface OwnGamePage {
  profile: OwnProfileRow;
  caller: GameCaller;
  /** null when there is no such game. */
  play: OwnContainers | null;
}

type OwnPart = Pick<GameCaller, 'staffRole' | 'acceptedRules' | 'isAsked'> & { answers: GameCaller['fields'] };

type Facts = TeamContainerFacts & {
  accounts: (OwnProfileRow & OwnPart & { ordinal: number })[] | null;
};

const callerIn = (play: OwnPlay | null, { staffRole, acceptedRules, answers, isAsked }: OwnPart): GameCaller => ({
  status: play?.player?.status ?? null,
  divisionId: play?.player?.divisionId ?? null,
  teamId: play?.player?.teamId ?? null,
  teamName: play?.player?.name ?? null,
  acceptedRules: play?.player ? acceptedRules : null,
  isAsked: play?.player ? isAsked : null,
  fields: play?.player ? answers : null,
  staffRole,
  hidden: play?.game.hidden ?? null,
  isInvited: play?.isInvited ?? false,
});

/** Plan: as `findTeamContainers`; then, per caller, accounts_pkey and game_staff_pkey. */
export const findGamePage = readForCallers<OwnGamePage>(async (sql, calls) => {
  const members = sql`${teamContainers.members(sql)},
    'accounts', (select json_agg(a) from (
      select c.ordinal, a.* from callers c
      cross join lateral (
        select ${ownProfileColumns(sql)},
          (select role from game_staff where game_id = c."gameId" and account_id = c.id) as "staffRole",
          (
            select coalesce(json_agg(hash), '[]') from consents where account_id = c.id and game_id = c."gameId"
          ) as "acceptedRules",
          exists (
            select from participation_members m join cases k on k.participation_id = m.participation_id
              join case_questions q on q.case_id = k.id
            where m.game_id = c."gameId" and m.account_id = c.id
          ) as "isAsked",
          (select fields from participation_members where game_id = c."gameId" and account_id = c.id) as answers
        from accounts a where a.id = c.id limit 1
      ) a) a)`;
  const { plays, facts } = await readPlays<Facts>(sql, calls, members);
  const accounts = new Map(facts.accounts?.map((account) => [account.ordinal, account]));
  return plays.map((found, index): CallerWithOwn<OwnGamePage> | undefined => {
    const account = accounts.get(index + 1);
    if (!found || !account) return undefined;
    const { ordinal: _, staffRole, acceptedRules, answers, isAsked, ...profile } = account;
    const play = found.own && { ...found.own, ...teamContainers.partOf(facts, index + 1) };
    return {
      caller: found.caller,
      own: { profile, caller: callerIn(play, { staffRole, acceptedRules, answers, isAsked }), play },
    };
  });
});
