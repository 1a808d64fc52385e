import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import { divisionGrants } from './permission.rules';

export interface JoinDivision {
  id: number;
  defaultPermissions: number;
  inviteCode: string | null;
}

export interface JoinGame {
  inviteCode: string | null;
  acceptWithoutReview: boolean;
  /** 0 for no limit. */
  teamMemberCountLimit: number;
  divisions: readonly JoinDivision[];
}

interface JoinRequest {
  divisionId: number | null;
  inviteCode: string | null;
  /** Divisions that need no code of this account: a provider names its group. */
  openDivisionIds?: readonly number[];
}

interface JoinParticipation {
  status: StoredParticipationStatus;
  divisionId: number | null;
  /** Without the caller's own leftover from a rejection. */
  registeredMembers: number;
}

export type JoinRefusal =
  | 'divisionRequired'
  | 'divisionNotJoinable'
  | 'inviteCodeWrong'
  | 'alreadyRegistered'
  | 'suspended'
  | 'divisionDiffers'
  | 'memberLimitReached';

export type JoinDecision =
  | { refusal: JoinRefusal }
  | { refusal: null; status: StoredParticipationStatus; divisionId: number | null };

export interface JoinFacts {
  game: JoinGame;
  request: JoinRequest;
  /** In any team of the game, unless Rejected. */
  callerRegistered: boolean;
  existing: JoinParticipation | null;
}

export interface StatusEffects {
  locksTeam: boolean;
  createsInstances: boolean;
  clearsDivision: boolean;
  stopsContainers: boolean;
}

const noEffects: StatusEffects = {
  locksTeam: false,
  createsInstances: false,
  clearsDivision: false,
  stopsContainers: false,
};

/**
 * For an open game and a member of the team; the order of checks is the order of refusals. The database enforces limits
 * under concurrency.
 */
export function decideJoin({ game, request, callerRegistered, existing }: JoinFacts): JoinDecision {
  const choice = chooseDivision(game.divisions, request.divisionId);
  if (choice.refusal !== null) return choice;
  if (!hasRequiredCode(game, choice.division, request)) return { refusal: 'inviteCodeWrong' };
  if (callerRegistered) return { refusal: 'alreadyRegistered' };

  const rejoins = existing === null || existing.status === 'Rejected';
  // Otherwise a new member would lift a suspension in games without review.
  if (existing?.status === 'Suspended') return { refusal: 'suspended' };
  if (!rejoins && existing.divisionId !== request.divisionId) return { refusal: 'divisionDiffers' };

  const limit = game.teamMemberCountLimit;
  if (limit > 0 && existing !== null && existing.registeredMembers >= limit) return { refusal: 'memberLimitReached' };
  return {
    refusal: null,
    status: statusAfterJoin(existing?.status ?? null, needsReview(game, choice.division)),
    divisionId: rejoins ? (choice.division?.id ?? null) : existing.divisionId,
  };
}

export function joinableDivisions<D extends Pick<JoinDivision, 'defaultPermissions'>>(divisions: readonly D[]): D[] {
  return divisions.filter((division) => divisionGrants(division, 'JoinGame'));
}

/** An invalid choice is ignored: no division. */
function chooseDivision(
  divisions: readonly JoinDivision[],
  divisionId: number | null,
): { refusal: 'divisionRequired' | 'divisionNotJoinable' } | { refusal: null; division: JoinDivision | null } {
  const joinable = joinableDivisions(divisions);
  if (joinable.length === 0) return { refusal: null, division: null };
  if (divisionId === null) return { refusal: 'divisionRequired' };
  const division = joinable.find(({ id }) => id === divisionId);
  return division ? { refusal: null, division } : { refusal: 'divisionNotJoinable' };
}

/** Null for none. A division's code replaces the game's, also by none. */
export function requiredInviteCode(game: Pick<JoinGame, 'inviteCode'>, division: JoinDivision | null): string | null {
  const code = division ? division.inviteCode : game.inviteCode;
  return code === null || code.trim() === '' ? null : code;
}

export function needsReview(
  game: Pick<JoinGame, 'acceptWithoutReview'>,
  division: Pick<JoinDivision, 'defaultPermissions'> | null,
): boolean {
  return division ? divisionGrants(division, 'RequireReview') : !game.acceptWithoutReview;
}

/** A suspended team is refused earlier. */
export function statusAfterJoin(
  current: StoredParticipationStatus | null,
  reviewNeeded: boolean,
): StoredParticipationStatus {
  if (current === 'Accepted' || current === 'Suspended') return current;
  return reviewNeeded ? 'Pending' : 'Accepted';
}

export function canLeave(status: StoredParticipationStatus): boolean {
  return status === 'Pending' || status === 'Rejected';
}

/** Every transition is allowed; an unchanged status has no effects. */
export function statusEffects(from: StoredParticipationStatus | null, to: StoredParticipationStatus): StatusEffects {
  if (from === to) return noEffects;
  if (to === 'Accepted') return { ...noEffects, locksTeam: true, createsInstances: true };
  return { ...noEffects, clearsDivision: to === 'Rejected', stopsContainers: from === 'Accepted' };
}

function hasRequiredCode(
  game: JoinGame,
  division: JoinDivision | null,
  { inviteCode, openDivisionIds = [] }: JoinRequest,
): boolean {
  const required = requiredInviteCode(game, division);
  return required === null || required === inviteCode || (division !== null && openDivisionIds.includes(division.id));
}
