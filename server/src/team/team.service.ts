import { containerJobs } from '@vexil/contract/container';
import { DomainError } from '@vexil/contract/errors';
import { nextName } from '@vexil/contract/name.rules';
import { TeamCreateBody, type TeamUpdateBody, teamRoutes } from '@vexil/contract/team';
import { captainTeamsMax, teamNameLengthMax } from '@vexil/contract/team.limits';
import type { Executor, Tx } from '@vexil/db';
import type { TeamRow } from '@vexil/db/schema/team';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { lockAccountOf, refuseStaffName } from '../account/account.service';
import { releaseFile } from '../asset/asset.service';
import { storeUploadedImage } from '../asset/image.service';
import { inviteCodeOf, makeInviteToken, newInvite } from './invite';
import { isCaptain } from './team.policy';
import {
  countLedTeams,
  deleteTeamRow,
  findTeamLocked,
  getTeam,
  insertMember,
  insertTeam,
  isTeamMember,
  listGamesOfTeam,
  listMembers,
  listOpenGamesOfTeam,
  type MemberRow,
  updateTeamRow,
} from './team.queries';
import { claimTeamName } from './team-name.queries';

const avatarWidth = 300;

export interface TeamWithMembers {
  team: TeamRow;
  members: MemberRow[];
}

export async function withMembers(db: Executor, team: TeamRow): Promise<TeamWithMembers> {
  return { team, members: await listMembers(db, [team.id]) };
}

export type { MemberRow };

export async function readMembersOf(
  { db }: Pick<Deps, 'db'>,
  teamIds: readonly number[],
): Promise<Map<number, MemberRow[]>> {
  const members = teamIds.length === 0 ? [] : await listMembers(db, teamIds);
  const byTeam = new Map<number, MemberRow[]>(teamIds.map((teamId) => [teamId, []]));
  for (const member of members) byTeam.get(member.teamId)?.push(member);
  return byTeam;
}

export async function readTeam(deps: Pick<Deps, 'db'>, teamId: number): Promise<TeamWithMembers> {
  return withMembers(deps.db, await getTeam(deps.db, teamId));
}

/** Throws `team.notFound` or `team.notCaptain`. */
export async function lockLedTeam(
  tx: Tx,
  actor: Actor,
  teamId: number,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<TeamRow> {
  const team = await findTeamLocked(tx, teamId, strength);
  if (!team) throw new DomainError('team.notFound');
  if (!isCaptain(actor, team)) throw new DomainError('team.notCaptain');
  return team;
}

/** Removes a lock that no game needs any more; throws `team.locked` while a game has not ended. */
export async function unlockIfFree(tx: Tx, team: TeamRow, now: Date): Promise<void> {
  if (!team.locked) return;
  const games = await listOpenGamesOfTeam(tx, team.id, now);
  if (games.length > 0) throw new DomainError('team.locked');
  await updateTeamRow(tx, team.id, { locked: false });
}

/** An administrator's unlocking sets members free; what the team has done in a game that runs stays. */
async function refuseWhilePlaying(tx: Tx, teamId: number, now: Date): Promise<void> {
  if ((await listOpenGamesOfTeam(tx, teamId, now, ['Accepted', 'Suspended'])).length > 0)
    throw new DomainError('team.locked');
}

export const lockTeam = (tx: Tx, teamId: number): Promise<TeamRow | undefined> => findTeamLocked(tx, teamId);

export const isMemberOf = (tx: Tx, teamId: number, accountId: string): Promise<boolean> =>
  isTeamMember(tx, teamId, accountId);

export async function lockMembers(tx: Tx, teamId: number): Promise<void> {
  await updateTeamRow(tx, teamId, { locked: true });
}

/** Throws `team.nameTaken` where an accepted team of one of its games has such a name. */
export const claimName = claimTeamName;

/** Throws `team.captainLimit` or `account.nameReserved`. */
export async function createTeam(
  deps: Deps,
  actor: Actor,
  { name, bio }: z.output<typeof TeamCreateBody>,
): Promise<TeamWithMembers> {
  await refuseStaffName(deps.db, name, { field: 'name', actor });
  return inTransaction(deps, async ({ tx }) => {
    // Teams have no common row to count on; the captain's row serialises concurrent creations.
    await lockAccountOf(tx, actor.id);
    if ((await countLedTeams(tx, actor.id)) >= captainTeamsMax) {
      throw new DomainError('team.captainLimit', { params: { limit: captainTeamsMax } });
    }
    const inviteToken = makeInviteToken(deps.random);
    const team = await insertTeam(tx, { name, bio: bio ?? null, inviteToken, captainId: actor.id });
    await insertMember(tx, team.id, actor.id);
    return withMembers(tx, team);
  });
}

/** Boards show name, text and picture, those of games that are over as well. */
/** Of a new account, by a name from elsewhere; none is made where it cannot be one. */
export async function createFirstTeam(deps: Deps, { tx }: Work, captainId: string, given: string): Promise<void> {
  const name = TeamCreateBody.shape.name.safeParse([...given.trim()].slice(0, teamNameLengthMax).join('')).data;
  if (!name) return;
  try {
    await refuseStaffName(tx, name, { field: 'name', actor: null });
  } catch (error) {
    if (error instanceof DomainError) return;
    throw error;
  }
  const team = await insertTeam(tx, { name, bio: null, inviteToken: makeInviteToken(deps.random), captainId });
  await insertMember(tx, team.id, captainId);
}

export async function changeScoreboardsOf(work: Work, teamId: number): Promise<void> {
  work.scoreboards(await listGamesOfTeam(work.tx, teamId));
}

/**
 * Absent members and a blank name stay; a null bio is cleared. Throws `team.notFound`, `team.notCaptain`,
 * `account.nameReserved` or `team.nameTaken`.
 */
export async function updateTeam(
  deps: Deps,
  actor: Actor,
  teamId: number,
  changes: z.output<typeof TeamUpdateBody>,
): Promise<TeamWithMembers> {
  return inTransaction(deps, async (work) => {
    const before = await lockLedTeam(work.tx, actor, teamId);
    const name = nextName(before.name, changes.name);
    if (name !== before.name) await refuseStaffName(work.tx, name, { field: 'name', actor });
    const bio = changes.bio === undefined ? before.bio : changes.bio;
    const team = await updateTeamRow(work.tx, teamId, { name, bio });
    if (name !== before.name) await claimTeamName(work.tx, team, 'name');
    if (name !== before.name || bio !== before.bio) await changeScoreboardsOf(work, teamId);
    return withMembers(work.tx, team);
  });
}

export async function readInviteCode(deps: Pick<Deps, 'db'>, actor: Actor, teamId: number): Promise<string> {
  const team = await getTeam(deps.db, teamId);
  if (!isCaptain(actor, team)) throw new DomainError('team.notCaptain');
  return inviteCodeOf(team);
}

export async function rotateInviteCode(deps: Deps, actor: Actor, teamId: number): Promise<string> {
  return inTransaction(deps, async ({ tx }) => {
    await lockLedTeam(tx, actor, teamId);
    return inviteCodeOf(await updateTeamRow(tx, teamId, newInvite(deps.random)));
  });
}

export async function changeTeamAvatar(
  deps: Deps,
  actor: Actor,
  teamId: number,
  request: FastifyRequest,
): Promise<{ url: string; name: string }> {
  // Refused before the file is read, and asked again when it is stored.
  const team = await getTeam(deps.db, teamId);
  if (!isCaptain(actor, team)) throw new DomainError('team.notCaptain');
  const image = await storeUploadedImage(deps, request, teamRoutes.avatar.upload, {
    widthMax: avatarWidth,
    name: 'avatar',
    use: async (work, avatarHash) => {
      const replaced = (await lockLedTeam(work.tx, actor, teamId)).avatarHash;
      await updateTeamRow(work.tx, teamId, { avatarHash });
      if (replaced === avatarHash) return;
      work.after(() => releaseFile(deps, replaced));
      await changeScoreboardsOf(work, teamId);
    },
  });
  return { url: image.url, name: team.name };
}

export const listMemberIds = async (tx: Tx, teamId: number): Promise<string[]> =>
  (await listMembers(tx, [teamId])).map(({ id }) => id);

export async function disbandTeam(deps: Deps, work: Work, team: TeamRow): Promise<void> {
  const games = await listGamesOfTeam(work.tx, team.id);
  const accountIds = await listMemberIds(work.tx, team.id);
  await deleteTeamRow(work.tx, team.id);
  work.changes(...games.map((gameId) => `teams:${gameId}` as const));
  work.accessChanged(accountIds);
  // Its containers end with their rows: the reconciler removes what no row wants.
  work.job(containerJobs.reconcile, {});
  work.after(() => releaseFile(deps, team.avatarHash));
  work.scoreboards(games);
}

/** Throws `team.locked`. */
export async function deleteTeam(deps: Deps, actor: Actor, teamId: number): Promise<TeamRow> {
  const now = deps.clock.now();
  return inTransaction(deps, async (work) => {
    const team = await lockLedTeam(work.tx, actor, teamId, 'update');
    await unlockIfFree(work.tx, team, now);
    await refuseWhilePlaying(work.tx, teamId, now);
    await disbandTeam(deps, work, team);
    return team;
  });
}
