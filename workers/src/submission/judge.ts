import type { ChallengeType } from '@vexil/db/enums/challenge';
import { isDynamic } from '@vexil/db/enums/challenge';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import type { AnswerResult, BloodType } from '@vexil/db/enums/submission';
import { challengePermissions, type DivisionPermissions } from '@vexil/rules/permission.rules';
import type { GameTimes } from '@vexil/rules/phase.rules';
import { bloodPlaces, typeOfPlace } from '@vexil/rules/score.rules';
import { solveEligibility } from '@vexil/rules/scoreboard.rules';

/** Answers are compared as keyed hashes, so timing reveals nothing about a flag. */
export interface WaitingSubmission {
  id: number;
  challengeId: number;
  type: ChallengeType;
  participationId: number;
  accountId: string | null;
  userName: string;
  teamName: string;
  participationStatus: StoredParticipationStatus;
  divisionId: number | null;
  answerHash: string;
  /** Arrival, Unix milliseconds. */
  time: number;
  ip: string | null;
  /** null when the team has never opened the challenge. */
  teamChallenge: { flagHash: string | null; submissionCount: number } | null;
  /** Whether the team had solved the challenge before this batch. */
  solved: boolean;
  isShared: boolean;
  /** The other team that owns this flag; of several, the earliest participation. */
  owner: FlagOwner | null;
}

interface FlagOwner {
  participationId: number;
  teamName: string;
}

export interface Verdict {
  submission: WaitingSubmission;
  result: Exclude<AnswerResult, 'FlagSubmitted'>;
  /** Whether this is the team's solve of the challenge: its first accepted answer. */
  solves: boolean;
  owner: FlagOwner | null;
}

/** Judges submissions, passed and returned in order of arrival. */
export function judge(submissions: readonly WaitingSubmission[]): Verdict[] {
  const nameOf = ({ participationId, challengeId }: WaitingSubmission) => `${participationId}-${challengeId}`;
  const solved = new Set(submissions.filter((submission) => submission.solved).map(nameOf));
  return submissions.map((submission) => {
    if (!submission.teamChallenge) return { submission, result: 'NotFound', solves: false, owner: null };
    if (isRight(submission)) {
      const solves = !solved.has(nameOf(submission));
      solved.add(nameOf(submission));
      return { submission, result: 'Accepted', solves, owner: null };
    }
    const { owner } = submission;
    return { submission, result: owner ? 'CheatDetected' : 'WrongAnswer', solves: false, owner };
  });
}

// Where flags are per team, only the team's own flag is right.
function isRight({ type, isShared, answerHash, teamChallenge }: WaitingSubmission): boolean {
  return isDynamic(type) ? teamChallenge?.flagHash === answerHash : isShared;
}

/** Players see cheating as a wrong answer. */
export const shownResult = (result: AnswerResult): AnswerResult =>
  result === 'CheatDetected' ? 'WrongAnswer' : result;

export interface BloodFacts {
  game: GameTimes;
  challenge: { id: number; deadline: number | null; disableBloodBonus: boolean };
  divisions: ReadonlyMap<number, DivisionPermissions>;
}

export type BloodCandidate = Pick<WaitingSubmission, 'participationStatus' | 'divisionId' | 'time'>;

/** Whether a solve earns a blood, by the same rule as on the board. */
function takesBlood({ game, challenge, divisions }: BloodFacts, candidate: BloodCandidate): boolean {
  if (candidate.participationStatus !== 'Accepted') return false;
  const division = candidate.divisionId === null ? null : divisions.get(candidate.divisionId);
  const mask = challengePermissions(division, challenge.id);
  return solveEligibility(game, challenge, mask, candidate.time).takesBlood;
}

/** The bloods among new solves after all earlier solves of the challenge; both in order of arrival. */
export function findBloods<Solve extends BloodCandidate>(
  facts: BloodFacts,
  earlier: readonly BloodCandidate[],
  solves: readonly Solve[],
): { type: BloodType; solve: Solve }[] {
  let place = earlier.filter((solve) => takesBlood(facts, solve)).length;
  const bloods: { type: BloodType; solve: Solve }[] = [];
  for (const solve of solves) {
    if (place >= bloodPlaces || !takesBlood(facts, solve)) continue;
    bloods.push({ type: typeOfPlace(place) as BloodType, solve });
    place += 1;
  }
  return bloods;
}
