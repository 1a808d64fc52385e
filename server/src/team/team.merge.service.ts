// Two teams of the same people become one. Participations keep their ids, so submissions, solves, flags, containers and
// writeups stay as they are; only the team that a participation belongs to changes. Where both teams have joined the same
// game no rule says which solves would count, so that is refused.

import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import type { TeamRow } from '@vexil/db/schema/team';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { releaseFile } from '../asset/asset.service';
import { type Author, audit } from '../audit/audit.service';
import { newInvite } from './invite';
import { copyMembers, listCommonGames, moveParticipations } from './team.merge.queries';
import { deleteTeamRow, findTeamLocked, updateTeamRow } from './team.queries';
import { listMemberIds, type TeamWithMembers, withMembers } from './team.service';
import { claimTeamName } from './team-name.queries';

const gamesNamedMax = 3;

interface Merge {
  fromId: number;
  intoId: number;
}

/** In the order of the ids, so that two opposite merges do not wait for each other. */
async function lockBoth(tx: Tx, { fromId, intoId }: Merge): Promise<{ from: TeamRow; into: TeamRow }> {
  const rows = new Map<number, TeamRow>();
  for (const id of [fromId, intoId].toSorted((one, other) => one - other)) {
    const row = await findTeamLocked(tx, id, 'update');
    if (row) rows.set(id, row);
  }
  const [from, into] = [rows.get(fromId), rows.get(intoId)];
  if (!from) throw new DomainError('team.notFound');
  if (!into) throw new DomainError('team.unknown', { field: 'intoTeamId' });
  return { from, into };
}

async function refuseCommonGames(tx: Tx, { fromId, intoId }: Merge): Promise<void> {
  const titles = await listCommonGames(tx, fromId, intoId);
  if (titles.length === 0) return;
  const named = titles.slice(0, gamesNamedMax).join(', ');
  throw new DomainError('team.mergeCommonGame', {
    field: 'intoTeamId',
    params: { games: titles.length > gamesNamedMax ? `${named}, …` : named },
  });
}

/**
 * Members and games of one team go to the other, which keeps its name, text, picture and captain; the first one is
 * deleted. Throws `team.notFound`, `team.unknown`, `team.mergeSame`, `team.mergeCommonGame` or `team.nameTaken`.
 */
export async function mergeTeams(deps: Deps, by: Author, merge: Merge): Promise<TeamWithMembers> {
  if (merge.fromId === merge.intoId) throw new DomainError('team.mergeSame', { field: 'intoTeamId' });
  return inTransaction(deps, async (work) => {
    const { from, into } = await lockBoth(work.tx, merge);
    await refuseCommonGames(work.tx, merge);
    const before = await listMemberIds(work.tx, into.id);
    await copyMembers(work.tx, from.id, into.id);
    const moved = await moveParticipations(work.tx, from.id, into.id);
    await claimTeamName(work.tx, into, 'intoTeamId');
    await deleteTeamRow(work.tx, from.id);
    // As accepting a team does: the members of one that plays are fixed.
    const team = await updateTeamRow(work.tx, into.id, {
      locked: into.locked || from.locked,
      ...newInvite(deps.random),
    });
    const merged = await withMembers(work.tx, team);

    const target = `team:${into.id}`;
    const added = merged.members.filter(({ id }) => !before.includes(id)).map(({ userName }) => userName);
    await audit(work.tx, {
      ...{ by, gameId: null, action: 'team.merge', target },
      before: { mergedId: from.id, mergedName: from.name },
      after: { name: into.name, membersAdded: added.join(', '), gamesMoved: moved.length },
    });
    for (const { id, gameId } of moved) {
      await audit(work.tx, {
        ...{ by, gameId, action: 'participation.merge', target: `participation:${id}` },
        before: { team: from.name },
        after: { team: into.name },
      });
    }
    work.accessChanged(merged.members.map(({ id }) => id));
    work.after(() => releaseFile(deps, from.avatarHash));
    work.scoreboards(moved.map(({ gameId }) => gameId));
    return merged;
  });
}
