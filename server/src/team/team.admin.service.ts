import { DomainError } from '@vexil/contract/errors';
import { freeTeamName, nextName, teamNameKey } from '@vexil/contract/name.rules';
import type { AdminTeamUpdateBody } from '@vexil/contract/team-admin';
import type { Tx } from '@vexil/db';
import type { TeamRow } from '@vexil/db/schema/team';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { requireVersion } from '../audit/outdated';
import { makeInviteToken, newInvite } from './invite';
import { countTeams, findTeamsByHint, findTeamWithGames, listTeamPage, type TeamPageQuery } from './team.admin.queries';
import { findTeamLocked, insertMember, insertTeam, isTeamMember, listMembers, updateTeamRow } from './team.queries';
import { changeScoreboardsOf, disbandTeam, type MemberRow } from './team.service';
import { teamVersion } from './team.view';
import { claimTeamName, listTeamNameKeys } from './team-name.queries';

const searchResultsMax = 30;

export interface TeamPage<Row extends TeamRow> {
  teams: { team: Row; members: MemberRow[] }[];
  total: number;
}

async function withAllMembers<Row extends TeamRow>(
  deps: Pick<Deps, 'db'>,
  teams: readonly Row[],
): Promise<TeamPage<Row>['teams']> {
  if (teams.length === 0) return [];
  const members = await listMembers(
    deps.db,
    teams.map(({ id }) => id),
  );
  const found = new Map(
    teams.map((team): [number, TeamPage<Row>['teams'][number]] => [team.id, { team, members: [] }]),
  );
  for (const member of members) found.get(member.teamId)?.members.push(member);
  return [...found.values()];
}

export async function listTeams(
  deps: Pick<Deps, 'db'>,
  wanted: TeamPageQuery,
): Promise<TeamPage<TeamRow & { gameCount: number }>> {
  const [rows, total] = await Promise.all([listTeamPage(deps.db, wanted), countTeams(deps.db, wanted)]);
  return { teams: await withAllMembers(deps, rows), total };
}

/** Throws `team.unknown`. */
export async function readTeamAsAdmin(deps: Pick<Deps, 'db'>, teamId: number) {
  const row = await findTeamWithGames(deps.db, teamId);
  const [found] = await withAllMembers(deps, row ? [row] : []);
  if (!found) throw new DomainError('team.unknown');
  return found;
}

export async function findTeams(deps: Pick<Deps, 'db'>, hint: string): Promise<TeamPage<TeamRow>> {
  const teams = await withAllMembers(deps, await findTeamsByHint(deps.db, hint, searchResultsMax));
  return { teams, total: teams.length };
}

function changedTeam(
  deps: Pick<Deps, 'random'>,
  before: TeamRow,
  { name, bio, locked, captainId, clear }: Omit<z.output<typeof AdminTeamUpdateBody>, 'version'>,
): Partial<TeamRow> {
  return {
    name: nextName(before.name, name),
    bio: clear?.includes('bio') ? null : bio || before.bio,
    locked: locked ?? before.locked,
    captainId: captainId ?? before.captainId,
    ...(captainId && captainId !== before.captainId ? newInvite(deps.random) : {}),
  };
}

/**
 * Absent, null and empty members stay, except for those to clear. The captain may lead more teams than accounts found. Throws `team.unknown`,
 * `team.notMember`, `team.nameTaken` or `request.outdated`.
 */
export async function updateTeamAsAdmin(
  deps: Deps,
  by: Author,
  teamId: number,
  { version, ...changes }: z.output<typeof AdminTeamUpdateBody>,
): Promise<void> {
  await inTransaction(deps, async (work) => {
    const before = await findTeamLocked(work.tx, teamId);
    if (!before) throw new DomainError('team.unknown');
    requireVersion({ version: teamVersion(before) }, version);
    const { captainId } = changes;
    if (captainId && !(await isTeamMember(work.tx, teamId, captainId))) throw new DomainError('team.notMember');
    const after = await updateTeamRow(work.tx, teamId, changedTeam(deps, before, changes));
    if (after.name !== before.name) await claimTeamName(work.tx, after, 'name');
    await audit(work.tx, { by, gameId: null, action: 'team.update', target: `team:${teamId}`, before, after });
    const isShown = after.name !== before.name || after.bio !== before.bio;
    if (isShown) await changeScoreboardsOf(work, teamId);
  });
}

/** Deletes even a team that plays. Throws `team.notFound`. */
export async function deleteTeamAsAdmin(deps: Deps, by: Author, teamId: number): Promise<void> {
  await inTransaction(deps, async (work) => {
    const before = await findTeamLocked(work.tx, teamId, 'update');
    if (!before) throw new DomainError('team.notFound');
    await audit(work.tx, { by, gameId: null, action: 'team.delete', target: `team:${teamId}`, before });
    await disbandTeam(deps, work, before);
  });
}

/**
 * The first member is captain, even beyond the number of teams that an account may lead. A name that a team has gets a
 * number, so that the two can join one game.
 */
export async function createImportedTeams(
  deps: Pick<Deps, 'random'>,
  tx: Tx,
  by: Author,
  teams: readonly { name: string; memberIds: readonly string[] }[],
): Promise<void> {
  const taken = teams.length > 0 ? await listTeamNameKeys(tx) : new Set<string>();
  for (const { name: given, memberIds } of teams) {
    const [captainId] = memberIds;
    if (captainId === undefined) continue;
    const name = freeTeamName(given, taken);
    taken.add(teamNameKey(name));
    const team = await insertTeam(tx, { name, inviteToken: makeInviteToken(deps.random), captainId });
    for (const accountId of memberIds) await insertMember(tx, team.id, accountId);
    await audit(tx, { by, gameId: null, action: 'team.create', target: `team:${team.id}`, after: team });
  }
}
