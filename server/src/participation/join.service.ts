import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import type { JoinBody } from '@vexil/contract/participation';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { Tx } from '@vexil/db';
import type { GameRow } from '@vexil/db/schema/game';
import type { ParticipationRow } from '@vexil/db/schema/participation';
import type { TeamRow } from '@vexil/db/schema/team';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { decideJoin, type JoinRefusal } from '@vexil/rules/participation.rules';
import { acceptsTeams, clockOf } from '@vexil/rules/phase.rules';
import { ruleOf, rulesOf } from '@vexil/runtime/consent-text';
import { requireFieldValues } from '@vexil/runtime/own-fields';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { lockSoloTeam } from '../account/account.service';
import { insertConsents, requireAccepted } from '../account/terms.service';
import { signTeamToken } from '../game/game.keys';
import { lockGame } from '../game/game.service';
import { requireNotStaff } from '../game/staff.service';
import { requireVisible } from '../play/sight.policy';
import { canPlay } from '../play/staff.policy';
import { claimName, isMemberOf, lockMembers, lockTeam } from '../team/team.service';
import { participationFact } from './participation.facts';
import {
  countRegisteredOthers,
  deleteRegistration,
  findOwnParticipation,
  findTeamParticipationLocked,
  insertParticipation,
  insertRegistration,
  listOpenDivisions,
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
  if (!acceptsTeams(clockOf(game), now.getTime())) throw new DomainError('game.ended');
}

async function lockChosen(tx: Tx, actor: Actor, teamId: number | undefined): Promise<TeamRow> {
  const team = teamId === undefined ? undefined : await lockTeam(tx, teamId);
  if (!team) throw new DomainError('participation.teamNotFound', { field: 'teamId' });
  if (!(await isMemberOf(tx, team.id, actor.id)))
    throw new DomainError('participation.notTeamMember', { field: 'teamId' });
  return team;
}

interface Alone {
  gameId: number;
  chosen: number | undefined;
  teamId: number | undefined;
}

async function lockAlone(deps: Deps, tx: Tx, { id: accountId }: Actor, { gameId, chosen, teamId }: Alone) {
  if (chosen !== undefined) throw new DomainError('participation.joinedAlone', { field: 'teamId' });
  return lockSoloTeam(deps, tx, { accountId, gameId, teamId });
}

/** Lock order: game, divisions, role of the account, team, participation. Refuses whom the request does not help. */
async function lockEntry(
  deps: Deps,
  { tx }: Work,
  actor: Actor,
  { gameId, body: { teamId, acceptedRules, fields: given }, receivedAt }: Join,
) {
  const game = await lockGame(tx, gameId);
  await requireVisible({ db: tx }, actor, game);
  if (!canPlay(actor)) throw new DomainError('participation.staffCannotPlay');
  refuseEnded(game, receivedAt);
  const rules = rulesOf(game);
  requireAccepted(rules, acceptedRules, { code: 'participation.rulesNotAccepted', field: 'acceptedRules' });
  const fields = requireFieldValues(game.fields, given, { isWhole: true });
  const divisions = await lockDivisions(tx, gameId);
  await requireNotStaff(tx, gameId, actor.id);
  const own = await findOwnParticipation(tx, gameId, actor.id);
  const team = game.individual
    ? await lockAlone(deps, tx, actor, { gameId, chosen: teamId, teamId: own?.teamId })
    : await lockChosen(tx, actor, teamId);
  const existing = await findTeamParticipationLocked(tx, gameId, team.id);
  // A hidden game accepts no new team, but members of an accepted team may register.
  if (game.hidden && existing?.status !== 'Accepted') throw new DomainError('game.notFound');
  return { game, rules, fields, divisions, team, own, existing };
}

type Entry = Awaited<ReturnType<typeof lockEntry>>;

async function decideEntry({ tx }: Work, actor: Actor, body: Join['body'], { game, divisions, own, existing }: Entry) {
  const registeredMembers = existing ? await countRegisteredOthers(tx, existing.id, actor.id) : 0;
  const decision = decideJoin({
    game: { ...game, divisions },
    request: {
      divisionId: body.divisionId ?? null,
      inviteCode: body.inviteCode ?? null,
      openDivisionIds: await listOpenDivisions(tx, actor.id),
    },
    callerRegistered: own !== undefined && own.status !== 'Rejected',
    existing: existing ? { ...existing, registeredMembers } : null,
  });
  if (decision.refusal !== null) refuse(decision.refusal, game);
  const division = divisions.find(({ id }) => id === decision.divisionId);
  const rule = division ? ruleOf(division) : null;
  const accepted = body.acceptRule === true ? rule?.hash : body.acceptRule || null;
  requireAccepted(rule, accepted, { code: 'participation.ruleNotAccepted', field: 'acceptRule' });
  return { ...decision, rule };
}

/** Concurrent joins respect the member limit. */
export async function joinGame(deps: Deps, actor: Actor, join: Join): Promise<Joined> {
  return inTransaction(deps, async (work) => {
    const entry = await lockEntry(deps, work, actor, join);
    const { game, rules, fields, team, own, existing } = entry;
    const decision = await decideEntry(work, actor, join.body, entry);
    if (own) await deleteRegistration(work.tx, game.id, actor.id);
    const participation = await store(deps, work.tx, entry, decision);
    const registration = { gameId: game.id, accountId: actor.id, participationId: participation.id, fields };
    await insertRegistration(work.tx, registration);
    await insertConsents(work.tx, { accountId: actor.id, gameId: game.id }, [rules, decision.rule]);
    if (participation.status !== existing?.status) await claimName(work.tx, team, 'teamId');
    // Also by another member, after an administrator has unlocked a team that plays.
    if (participation.status === 'Accepted' && !team.locked) await lockMembers(work.tx, team.id);

    if (!existing) work.changes(`teams:${game.id}`);
    work.accessChanged([actor.id]);
    if (participation.status !== existing?.status) {
      const { id, status } = participation;
      work.event(`participation:${id}`, 'ParticipationChanged', { gameId: game.id, status });
      await storeWebhookFacts(work.tx, [participationFact(participation, team.name, join.receivedAt)]);
    }
    work.scoreboards([game.id]);
    return { gameTitle: game.title, teamName: team.name };
  });
}

async function store(
  deps: Deps,
  tx: Tx,
  { game, team, existing }: Entry,
  { status, divisionId }: Pick<ParticipationRow, 'status' | 'divisionId'>,
): Promise<ParticipationRow> {
  if (existing) return updateParticipationRow(tx, existing.id, { status, divisionId });
  const token = signTeamToken(deps, game, team.id);
  return insertParticipation(tx, { gameId: game.id, teamId: team.id, status, divisionId, token });
}
