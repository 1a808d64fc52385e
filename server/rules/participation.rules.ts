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
  /** Registered members per team, 0 for no limit. */
  teamMemberCountLimit: number;
  divisions: readonly JoinDivision[];
}

interface JoinRequest {
  divisionId: number | null;
  inviteCode: string | null;
}

/** What is stored of the team in this game. */
interface JoinParticipation {
  status: StoredParticipationStatus;
  divisionId: number | null;
  /** Members registered with it; what is left of the caller's own from a rejection does not count. */
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
  /** Whether the caller is registered in this game with a participation that is not Rejected, in any team. */
  callerRegistered: boolean;
  existing: JoinParticipation | null;
}

/** What entering a status brings about; a status that stays brings nothing. */
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
 * Decides a join once the game is known to be open and the caller to be a member of the team; checks in the order in
 * which they are answered. Limits under concurrency are the database's: this says what the loaded rows say.
 */
export function decideJoin({ game, request, callerRegistered, existing }: JoinFacts): JoinDecision {
  const choice = chooseDivision(game.divisions, request.divisionId);
  if (choice.refusal !== null) return choice;
  if (!hasRequiredCode(game, choice.division, request.inviteCode)) return { refusal: 'inviteCodeWrong' };
  if (callerRegistered) return { refusal: 'alreadyRegistered' };

  const rejoins = existing === null || existing.status === 'Rejected';
  // Otherwise a member more would lift a suspension in games that accept without review.
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

/** The division a team joins; where none can be joined the request is ignored and the team has none. */
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

/** The code a join must carry, or null: a chosen division's own, even where it has none and the game has one. */
export function requiredInviteCode(game: Pick<JoinGame, 'inviteCode'>, division: JoinDivision | null): string | null {
  const code = division ? division.inviteCode : game.inviteCode;
  return code === null || code.trim() === '' ? null : code;
}

/** Whether a registration waits for an organiser; a chosen division's setting replaces the game's. */
export function needsReview(
  game: Pick<JoinGame, 'acceptWithoutReview'>,
  division: Pick<JoinDivision, 'defaultPermissions'> | null,
): boolean {
  return division ? divisionGrants(division, 'RequireReview') : !game.acceptWithoutReview;
}

/** The status a join leads to from the stored one; a suspended team cannot join and never gets here. */
export function statusAfterJoin(
  current: StoredParticipationStatus | null,
  reviewNeeded: boolean,
): StoredParticipationStatus {
  if (current === 'Accepted' || current === 'Suspended') return current;
  return reviewNeeded ? 'Pending' : 'Accepted';
}

/** Whether a member may leave the game; the last one to leave removes the participation. */
export function canLeave(status: StoredParticipationStatus): boolean {
  return status === 'Pending' || status === 'Rejected';
}

/** Organisers may set any status from any other. */
export function statusEffects(from: StoredParticipationStatus | null, to: StoredParticipationStatus): StatusEffects {
  if (from === to) return noEffects;
  if (to === 'Accepted') return { ...noEffects, locksTeam: true, createsInstances: true };
  return { ...noEffects, clearsDivision: to === 'Rejected', stopsContainers: from === 'Accepted' };
}

function hasRequiredCode(game: JoinGame, division: JoinDivision | null, code: string | null): boolean {
  const required = requiredInviteCode(game, division);
  return required === null || required === code;
}
