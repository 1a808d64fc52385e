import { DomainError } from '@vexil/contract/errors';
import type { participationRoutes } from '@vexil/contract/participation';
import type { BodyOf } from '@vexil/contract/route';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { Tx } from '@vexil/db';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { GameRow } from '@vexil/db/schema/game';
import type { ParticipationRow } from '@vexil/db/schema/participation';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { publicFields, shownFieldValues } from '@vexil/rules/own-field.rules';
import type { GivenValues } from '@vexil/rules/own-field-input.rules';
import { canLeave, joinableDivisions, statusEffects } from '@vexil/rules/participation.rules';
import { acceptsTeams, clockOf, gamePhase } from '@vexil/rules/phase.rules';
import { type ConsentText, ruleOf, rulesOf } from '@vexil/runtime/consent-text';
import { announceStops } from '@vexil/runtime/container-announce';
import { requireFieldValues } from '@vexil/runtime/own-fields';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import { deleteSoloTeam } from '../account/account.service';
import { viewProfile } from '../account/account.view';
import { insertConsents, requireAccepted } from '../account/terms.service';
import { releaseFile } from '../asset/asset.service';
import { type Author, audit } from '../audit/audit.service';
import { getGame, lockGame } from '../game/game.service';
import { requireVisible, seesGame } from '../play/sight.policy';
import { claimName, listMemberIds, lockMembers, lockTeam } from '../team/team.service';
import { participationFact } from './participation.facts';
import { canReview } from './participation.policy';
import {
  countRegisteredOthers,
  deleteParticipation,
  deleteRegistration,
  findMemberFieldsLocked,
  findOwnParticipation,
  findParticipation,
  findParticipationLocked,
  type JoinFacts,
  listMemberProfiles,
  listParticipationsWithTeam,
  listRegistrations,
  listRuleTexts,
  listTeamFields,
  lockDivisions,
  readRuleText,
  stopContainersOf,
  updateMemberFields,
  updateParticipationRow,
} from './participation.queries';
import type { ReviewedParticipation } from './participation.view';

/** Throws `game.notFound`. */
export function checkJoin(actor: Actor, { hidden, isInvited, joinedTeams, divisions }: JoinFacts) {
  if (hidden === null || !seesGame(actor, { hidden, isInvited })) throw new DomainError('game.notFound');
  const joinable = joinableDivisions(divisions ?? []);
  return {
    joinedTeams: joinedTeams ?? [],
    joinableDivisions: joinable.map(({ id }) => id),
    openDivisions: joinable.filter(({ isOpen }) => isOpen).map(({ id }) => id),
  };
}

/** Of the game and of its divisions. Throws `game.notFound`. */
export async function listRules({ db }: Pick<Deps, 'db'>, gameId: number): Promise<(ConsentText | null)[]> {
  const game = await getGame(db, gameId);
  return [rulesOf(game), ...(await listRuleTexts(db, game.id)).map(ruleOf)];
}

/** Throws `game.notFound`, `participation.missing` or `participation.rulesNotAccepted`. */
export async function acceptRules(deps: Deps, actor: Actor, gameId: number, accepted: string): Promise<GameRow> {
  const game = await getGame(deps.db, gameId);
  await requireVisible(deps, actor, game);
  const own = await findOwnParticipation(deps.db, gameId, actor.id);
  if (!own) throw new DomainError('participation.missing');
  const ruleText = own.divisionId === null ? '' : await readRuleText(deps.db, own.divisionId);
  const rule = ruleOf({ ruleText });
  const text = rule?.hash === accepted ? rule : rulesOf(game);
  requireAccepted(text ?? rule, accepted, { code: 'participation.rulesNotAccepted', field: 'hash' });
  await inTransaction(deps, ({ tx }) => insertConsents(tx, { accountId: actor.id, gameId }, [text]));
  return game;
}

/** Throws `game.notFound`, `game.ended`, `participation.missing`, `account.fieldRequired` or `.fieldInvalid`. */
export function answerFields(
  deps: Deps,
  actor: Actor,
  gameId: number,
  { given, receivedAt }: { given: GivenValues | null | undefined; receivedAt: Date },
): Promise<GameRow> {
  return inTransaction(deps, async ({ tx }) => {
    const game = await lockGame(tx, gameId);
    await requireVisible({ db: tx }, actor, game);
    if (!acceptsTeams(clockOf(game), receivedAt.getTime())) throw new DomainError('game.ended');
    const stored = await findMemberFieldsLocked(tx, gameId, actor.id);
    if (!stored) throw new DomainError('participation.missing');
    const fields = requireFieldValues(game.fields, given, { stored, isWhole: true });
    await updateMemberFields(tx, gameId, actor.id, fields);
    return game;
  });
}

/** Members without a public answer are left out. The caller has checked who sees the scoreboard. */
export async function readPublicFields(
  deps: Pick<Deps, 'db' | 'settings'>,
  gameId: number,
  members?: Awaited<ReturnType<typeof listTeamFields>>,
) {
  const [game, settings] = [await getGame(deps.db, gameId), await deps.settings.read()];
  const [ofAccounts, ofGame] = [publicFields(settings.accountPolicy.fields), publicFields(game.fields)];
  return (members ?? (await listTeamFields(deps.db, gameId)))
    .map((member) => ({
      ...{ teamId: member.teamId, userName: member.userName },
      fields: [...shownFieldValues(ofAccounts, member.ofAccount), ...shownFieldValues(ofGame, member.ofGame)],
    }))
    .filter(({ fields }) => fields.length > 0);
}

/** Throws `participation.teamNotFound` for a team that is not on the scoreboard. */
export async function readTeamFields(deps: Pick<Deps, 'db' | 'settings'>, gameId: number, teamId: number) {
  const members = await listTeamFields(deps.db, gameId, teamId);
  if (members.length === 0) throw new DomainError('participation.teamNotFound');
  return readPublicFields(deps, gameId, members);
}

/** Throws `game.notFound`, `participation.missing` or `participation.cannotLeave`. */
export async function leaveGame(deps: Deps, actor: Actor, gameId: number): Promise<GameRow> {
  const game = await getGame(deps.db, gameId);
  await requireVisible(deps, actor, game);
  await inTransaction(deps, async (work) => {
    const own = await findOwnParticipation(work.tx, gameId, actor.id);
    const participation = own && (await findParticipationLocked(work.tx, own.id, 'update'));
    if (!participation) throw new DomainError('participation.missing');
    if (!canLeave(participation.status)) throw new DomainError('participation.cannotLeave');
    await deleteRegistration(work.tx, gameId, actor.id);
    work.accessChanged([actor.id]);
    if ((await countRegisteredOthers(work.tx, participation.id, actor.id)) > 0) return;
    await deleteParticipation(work.tx, participation.id);
    await deleteSoloTeam(work.tx, participation.teamId);
    work.changes(`teams:${gameId}`);
    const changed = { gameId, status: 'Unsubmitted' as const };
    work.event(`participation:${participation.id}`, 'ParticipationChanged', changed);
    work.after(() => releaseFile(deps, participation.writeupHash));
  });
  return game;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

export async function readParticipations(
  deps: Pick<Deps, 'db' | 'settings'>,
  gameId: number,
): Promise<ReviewedParticipation[]> {
  const game = await getGame(deps.db, gameId);
  const asked = (await deps.settings.read()).accountPolicy.fields;
  const [rows, members, registrations] = await Promise.all([
    listParticipationsWithTeam(deps.db, gameId),
    listMemberProfiles(deps.db, gameId),
    listRegistrations(deps.db, gameId),
  ]);
  const membersOf = groupBy(members, ({ teamId }) => teamId);
  const registeredOf = groupBy(registrations, ({ participationId }) => participationId);
  return rows.map(({ participation, team }) => ({
    participation,
    team,
    members: (membersOf.get(team.id) ?? []).map(({ profile }) => viewProfile(profile, asked)),
    registeredMembers: (registeredOf.get(participation.id) ?? []).map(({ accountId, fields }) => ({
      userId: accountId,
      fields: shownFieldValues(game.fields, fields),
    })),
  }));
}

export type ParticipationChange = BodyOf<typeof participationRoutes.update>;

interface MovedFrom {
  before: ParticipationRow;
  divisions: readonly { id: number }[];
  hasStarted: boolean;
}

function checkMove(
  { divisionId, reason, status }: ParticipationChange,
  { before, divisions, hasStarted }: MovedFrom,
): void {
  if (divisionId === undefined || divisionId === before.divisionId) return;
  // The reference ignores a division that the game does not have, and the caller would believe that the team moved.
  if (divisionId !== null && !divisions.some(({ id }) => id === divisionId))
    throw new DomainError('division.notFound', { field: 'divisionId' });
  // A rejected team leaves its division anyway.
  if (hasStarted && !reason && status !== 'Rejected')
    throw new DomainError('division.reasonMissing', { field: 'reason' });
}

async function applyChange(
  tx: Tx,
  before: ParticipationRow,
  { status, divisionId }: ParticipationChange,
): Promise<{ after: ParticipationRow; stopped: ContainerRow[] }> {
  const effects = statusEffects(before.status, status ?? before.status);
  const after = await updateParticipationRow(tx, before.id, {
    status: status ?? before.status,
    divisionId: effects.clearsDivision ? null : divisionId === undefined ? before.divisionId : divisionId,
  });
  if (effects.locksTeam) await lockMembers(tx, before.teamId);
  const stopped = effects.stopsContainers ? await stopContainersOf(tx, before.id) : [];
  return { after, stopped };
}

/**
 * A team that is no longer accepted loses its containers, a rejected one its division too. Throws
 * `participation.notFound`, `account.forbidden`, `division.notFound`, `division.reasonMissing` or `team.nameTaken`.
 */
export async function updateParticipation(
  deps: Deps,
  actor: Actor,
  by: Author,
  id: number,
  change: ParticipationChange,
): Promise<void> {
  const found = await findParticipation(deps.db, id);
  if (!(await canReview(deps, actor, found))) throw new DomainError('account.forbidden');
  if (!found) throw new DomainError('participation.notFound');
  const game = await getGame(deps.db, found.gameId);
  await inTransaction(deps, (work) => changeParticipation(deps, work, by, { game, found }, change));
}

/** The caller has checked who may. Throws as `updateParticipation` does. */
export async function changeParticipation(
  deps: Deps,
  work: Work,
  by: Author,
  { game, found: { id, teamId } }: { game: GameRow; found: Pick<ParticipationRow, 'id' | 'teamId'> },
  change: ParticipationChange,
): Promise<void> {
  const gameId = game.id;
  // Same lock order as `joinGame`.
  const divisions = await lockDivisions(work.tx, gameId);
  const team = await lockTeam(work.tx, teamId);
  const before = await findParticipationLocked(work.tx, id, 'no key update');
  if (!before) throw new DomainError('participation.notFound');
  const hasStarted = gamePhase(clockOf(game), deps.clock.now().getTime()) !== 'Upcoming';
  checkMove(change, { before, divisions, hasStarted });
  const { after, stopped } = await applyChange(work.tx, before, change);
  if (team && after.status === 'Accepted' && after.status !== before.status) await claimName(work.tx, team, 'status');
  await audit(work.tx, {
    by,
    gameId,
    action: 'participation.update',
    target: `participation:${id}`,
    before,
    after,
    reason: change.reason,
  });
  announceStops(deps, work, stopped);
  if (after.status !== before.status || after.divisionId !== before.divisionId)
    work.event(`participation:${id}`, 'ParticipationChanged', { gameId, status: after.status });
  if (after.status !== before.status) {
    await storeWebhookFacts(work.tx, [participationFact(after, team?.name ?? '', deps.clock.now())]);
    const members = await listMemberIds(work.tx, teamId);
    work.accessChanged(members);
  }
  work.scoreboards([gameId]);
}
