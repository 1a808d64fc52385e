import type { Executor } from '../src/index';
import type { AccountRow } from '../src/schema/account';
import {
  type NewParticipationRow,
  type ParticipationRow,
  participationMembers,
  participations,
} from '../src/schema/participation';
import type { TeamRow } from '../src/schema/team';
import { buildGame } from './game';
import { type BuiltTeam, buildTeam } from './team';

export interface BuiltParticipation {
  participation: ParticipationRow;
  team: TeamRow;
  captain: AccountRow;
  members: AccountRow[];
}

/** An accepted team, all members registered, in a running game. */
export async function buildParticipation(
  db: Executor,
  values: Partial<NewParticipationRow> & { built?: BuiltTeam } = {},
): Promise<BuiltParticipation> {
  const { built, ...row } = values;
  const { team, captain, members } = built ?? (await buildTeam(db));
  const gameId = row.gameId ?? (await buildGame(db)).id;
  const [participation] = await db
    .insert(participations)
    .values({ status: 'Accepted', token: `${team.id}:dGVzdA==`, ...row, gameId, teamId: team.id })
    .returning();
  if (!participation) throw new Error('The participation was not stored.');
  await db
    .insert(participationMembers)
    .values(members.map((member) => ({ gameId, accountId: member.id, participationId: participation.id })));
  return { participation, team, captain, members };
}
