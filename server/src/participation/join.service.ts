import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import type { JoinBody } from '@vexil/contract/participation';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { Tx } from '@vexil/db';
import type { GameRow } from '@vexil/db/schema/game';
import type { ParticipationRow } from '@vexil/db/schema/participation';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { decideJoin, type JoinRefusal } from '@vexil/rules/participation.rules';
import { acceptsTeams } from '@vexil/rules/phase.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { signTeamToken } from '../game/game.keys';
import { lockGame } from '../game/game.service';
import { requireNotStaff } from '../game/staff.service';
import { requireVisible } from '../game/visible-game.service';
import { claimName, isMemberOf, lockMembers, lockTeam } from '../team/team.service';
import { participationFact } from './participation.facts';
import { canPlay } from './participation.policy';
import {
  countRegisteredOthers,
  deleteRegistration,
  findOwnParticipation,
  findTeamParticipationLocked,
  insertParticipation,
  insertRegistration,
  lockDivisions,
  updateParticipationRow,
} from './participation.queries';

export interface Joined {
  gameTitle: string;
  teamName: string;
}

export interface Join {
  gameId: number;
  body: z.output<typeof JoinBody>;
  receivedAt: Date;
}

const refusals: Record<JoinRefusal, { code: ErrorCode; field?: string }> = {
  divisionRequired: { code: 'participation.divisionRequired', field: 'divisionId' },
  divisionNotJoinable: { code: 'participation.divisionNotJoinable', field: 'divisionId' },
  inviteCodeWrong: { code: 'participation.inviteCodeWrong', field: 'inviteCode' },
  alreadyRegistered: { code: 'participation.alreadyJoined' },
  suspended: { code: 'participation.teamSuspended' },
  divisionDiffers: { code: 'participation.divisionFixed', field: 'divisionId' },
  memberLimitReached: { code: 'participation.memberLimit' },
};

function refuse(refusal: JoinRefusal, game: GameRow): never {
  const { code, field } = refusals[refusal];
  throw new DomainError(code, { params: { limit: game.teamMemberCountLimit }, ...(field ? { field } : {}) });
}

function refuseEnded(game: GameRow, now: Date): void {
  const clock = { start: game.startAt.getTime(), end: game.endAt.getTime(), practiceMode: game.practiceMode };
  if (!acceptsTeams(clock, now.getTime())) throw new DomainError('game.ended');
}

/** Lock order: game, divisions, role of the account, team, participation. Concurrent joins respect the member limit. */
export async function joinGame(deps: Deps, actor: Actor, { gameId, body, receivedAt }: Join): Promise<Joined> {
  return inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, gameId);
    await requireVisible({ db: work.tx }, actor, game);
    if (!canPlay(actor)) throw new DomainError('participation.staffCannotPlay');
    refuseEnded(game, receivedAt);
    const divisions = await lockDivisions(work.tx, gameId);
    await requireNotStaff(work.tx, gameId, actor.id);
    const team = await lockTeam(work.tx, body.teamId);
    if (!team) throw new DomainError('participation.teamNotFound', { field: 'teamId' });
    if (!(await isMemberOf(work.tx, body.teamId, actor.id)))
      throw new DomainError('participation.notTeamMember', { field: 'teamId' });

    const own = await findOwnParticipation(work.tx, gameId, actor.id);
    const existing = await findTeamParticipationLocked(work.tx, gameId, body.teamId);
    // A hidden game accepts no new team, but members of an accepted team may register.
    if (game.hidden && existing?.status !== 'Accepted') throw new DomainError('game.notFound');
    const registeredMembers = existing ? await countRegisteredOthers(work.tx, existing.id, actor.id) : 0;
    const decision = decideJoin({
      game: { ...game, divisions },
      request: { divisionId: body.divisionId ?? null, inviteCode: body.inviteCode ?? null },
      callerRegistered: own !== undefined && own.status !== 'Rejected',
      existing: existing ? { ...existing, registeredMembers } : null,
    });
    if (decision.refusal !== null) refuse(decision.refusal, game);

    if (own) await deleteRegistration(work.tx, gameId, actor.id);
    const participation = await store(deps, work.tx, game, existing, { ...decision, teamId: body.teamId });
    await insertRegistration(work.tx, { gameId, accountId: actor.id, participationId: participation.id });
    if (participation.status !== existing?.status) await claimName(work.tx, team, 'teamId');
    // Also by another member, after an administrator has unlocked a team that plays.
    if (participation.status === 'Accepted' && !team.locked) await lockMembers(work.tx, body.teamId);

    if (!existing) work.changes(`teams:${gameId}`);
    work.accessChanged([actor.id]);
    if (participation.status !== existing?.status) {
      const { id, status } = participation;
      work.event(`participation:${id}`, 'ParticipationChanged', { gameId, status });
      await storeWebhookFacts(work.tx, [participationFact(participation, team.name, receivedAt)]);
    }
    work.scoreboards([gameId]);
    return { gameTitle: game.title, teamName: team.name };
  });
}

async function store(
  deps: Deps,
  tx: Tx,
  game: GameRow,
  existing: ParticipationRow | undefined,
  { teamId, status, divisionId }: Pick<ParticipationRow, 'teamId' | 'status' | 'divisionId'>,
): Promise<ParticipationRow> {
  if (existing) return updateParticipationRow(tx, existing.id, { status, divisionId });
  const token = signTeamToken(deps, game, teamId);
  return insertParticipation(tx, { gameId: game.id, teamId, status, divisionId, token });
}
