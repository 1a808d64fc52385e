import { DomainError } from '@vexil/contract/errors';
import { captainTeamsMax } from '@vexil/contract/team.limits';
import type { TeamRow } from '@vexil/db/schema/team';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { parseInviteCode } from '@vexil/rules/invite-code.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import { lockAccountOf } from '../account/account.service';
import { isInviteToken, newInvite } from './invite';
import {
  countLedTeams,
  deleteMember,
  deleteRegistrations,
  findTeamLocked,
  insertMember,
  isTeamMember,
  updateTeamRow,
} from './team.queries';
import { lockLedTeam, type TeamWithMembers, unlockIfFree, withMembers } from './team.service';

/** Throws `team.inviteInvalid` or `team.alreadyMember`. */
export async function acceptInvite(deps: Deps, actor: Actor, code: string): Promise<TeamRow> {
  const invite = parseInviteCode(code);
  if (!invite) throw new DomainError('team.inviteInvalid');
  return inTransaction(deps, async ({ tx }) => {
    // Shared: many may join at once, but none with a code that is being replaced.
    const team = await findTeamLocked(tx, invite.teamId, 'share');
    if (!team || !isInviteToken(team, invite.token)) throw new DomainError('team.inviteInvalid');
    await insertMember(tx, team.id, actor.id);
    return team;
  });
}

export async function leaveTeam(deps: Deps, actor: Actor, teamId: number): Promise<TeamRow> {
  const now = deps.clock.now();
  return inTransaction(deps, async (work) => {
    const team = await findTeamLocked(work.tx, teamId);
    if (!team) throw new DomainError('team.notFound');
    if (!(await isTeamMember(work.tx, teamId, actor.id))) throw new DomainError('team.notMember');
    if (team.captainId === actor.id) throw new DomainError('team.captainStays');
    await unlockIfFree(work.tx, team, now);
    await deleteMember(work.tx, teamId, actor.id);
    await deleteRegistrations(work.tx, teamId, actor.id);
    await updateTeamRow(work.tx, teamId, newInvite(deps.random));
    work.accessChanged([actor.id]);
    return team;
  });
}

export async function kickMember(
  deps: Deps,
  actor: Actor,
  teamId: number,
  accountId: string,
): Promise<{ team: TeamWithMembers; removed: string }> {
  const now = deps.clock.now();
  return inTransaction(deps, async (work) => {
    const team = await lockLedTeam(work.tx, actor, teamId);
    if (accountId === team.captainId) throw new DomainError('team.captainStays');
    await unlockIfFree(work.tx, team, now);
    const { members } = await withMembers(work.tx, team);
    if (!(await deleteMember(work.tx, teamId, accountId))) throw new DomainError('team.notMember');
    await deleteRegistrations(work.tx, teamId, accountId);
    work.accessChanged([accountId]);
    const removed = members.find(({ id }) => id === accountId)?.userName ?? '';
    return { team: await withMembers(work.tx, await updateTeamRow(work.tx, teamId, newInvite(deps.random))), removed };
  });
}

/** Throws `team.notMember` or `team.newCaptainLimit`. */
export async function transferTeam(
  deps: Deps,
  actor: Actor,
  teamId: number,
  newCaptainId: string,
): Promise<TeamWithMembers> {
  return inTransaction(deps, async ({ tx }) => {
    await lockLedTeam(tx, actor, teamId);
    if (!(await isTeamMember(tx, teamId, newCaptainId))) throw new DomainError('team.notMember');
    // The lock that creating a team takes, so that the limit holds between the two.
    await lockAccountOf(tx, newCaptainId);
    if ((await countLedTeams(tx, newCaptainId, teamId)) >= captainTeamsMax) {
      throw new DomainError('team.newCaptainLimit', { params: { limit: captainTeamsMax } });
    }
    const invite = newInvite(deps.random);
    return withMembers(tx, await updateTeamRow(tx, teamId, { captainId: newCaptainId, ...invite }));
  });
}
