import type { ChallengeType } from '@vexil/db/enums/challenge';
import { isDynamic } from '@vexil/db/enums/challenge';
import type { StoredParticipationStatus } from '@vexil/db/enums/participation';
import type { AnswerResult, BloodType } from '@vexil/db/enums/submission';
import { challengePermissions } from './permission.rules';
import type { GameTimes } from './phase.rules';
import { bloodPlaces, typeOfPlace } from './score.rules';
import { mainGroup } from './scoreboard.group.rules';
import { type ScoringDivision, solveEligibility } from './scoreboard.rules';

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
  /** The verdict so far. */
  status: AnswerResult;
  /** null when the team has never opened the challenge. */
  teamChallenge: { flagHash: string | null; submissionCount: number } | null;
  /** Whether the team had solved the challenge before this batch. */
  solved: boolean;
  isShared: boolean;
  /** Whether it is a canary flag of the challenge. */
  isCanary: boolean;
  /** When an instance of the team replaced this flag of its own, Unix milliseconds; null for any other answer. */
  replacedAt: number | null;
  /** The other team that has or had this flag; of several, the earliest participation. */
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
  /** Whether it is a flag of an earlier instance of the team, which is only wrong. */
  isEarlierFlag: boolean;
  /** A wrong answer that is a finding. */
  isCanary: boolean;
}

/** Judges submissions, passed and returned in order of arrival. */
export function judge(submissions: readonly WaitingSubmission[]): Verdict[] {
  const nameOf = ({ participationId, challengeId }: WaitingSubmission) => `${participationId}-${challengeId}`;
  const solved = new Set(submissions.filter((submission) => submission.solved).map(nameOf));
  return submissions.map((submission) => {
    const wrong = { submission, solves: false, owner: null, isEarlierFlag: false, isCanary: false };
    if (!submission.teamChallenge) return { ...wrong, result: 'NotFound' };
    if (isRight(submission)) {
      const solves = !solved.has(nameOf(submission));
      solved.add(nameOf(submission));
      return { ...wrong, result: 'Accepted', solves };
    }
    const { owner, replacedAt } = submission;
    if (replacedAt !== null) return { ...wrong, result: 'WrongAnswer', isEarlierFlag: true };
    return { ...wrong, result: owner ? 'CheatDetected' : 'WrongAnswer', owner, isCanary: submission.isCanary };
  });
}

/** Where flags are per team, only the team's own is right, or the one that it had when the answer arrived. */
function isRight({ type, isShared, answerHash, teamChallenge, time, replacedAt }: WaitingSubmission): boolean {
  if (!isDynamic(type)) return isShared;
  return teamChallenge?.flagHash === answerHash || (replacedAt !== null && time <= replacedAt);
}

/** Players see cheating as a wrong answer. */
export const shownResult = (result: AnswerResult): AnswerResult =>
  result === 'CheatDetected' ? 'WrongAnswer' : result;

export interface BloodFacts {
  game: GameTimes;
  challenge: { id: number; deadline: number | null; disableBloodBonus: boolean };
  divisions: ReadonlyMap<number, ScoringDivision>;
}

export type BloodCandidate = Pick<WaitingSubmission, 'participationStatus' | 'divisionId' | 'time'>;

/** Whether a solve earns a blood, by the same rule as on the board. */
function takesBlood({ game, challenge, divisions }: BloodFacts, candidate: BloodCandidate): boolean {
  if (candidate.participationStatus !== 'Accepted') return false;
  const division = candidate.divisionId === null ? null : divisions.get(candidate.divisionId);
  const mask = challengePermissions(division, challenge.id);
  return solveEligibility(game, challenge, mask, candidate.time).takesBlood;
}

/** The division that scores alone; 0, without a name, for all others. */
export interface BloodDivision {
  divisionId: number;
  division: string | null;
}

function groupIn({ divisions }: BloodFacts, { divisionId }: BloodCandidate): BloodDivision {
  const division = divisionId === null ? undefined : divisions.get(divisionId);
  if (divisionId === null || !division?.scoresAlone) return { divisionId: mainGroup, division: null };
  return { divisionId, division: division.name };
}

export interface FoundBlood<Solve> extends BloodDivision {
  type: BloodType;
  solve: Solve;
}

/** The bloods among new solves after all earlier solves of the challenge; both in order of arrival. */
export function findBloods<Solve extends BloodCandidate>(
  facts: BloodFacts,
  earlier: readonly BloodCandidate[],
  solves: readonly Solve[],
): FoundBlood<Solve>[] {
  const places = new Map<number, number>();
  const take = (divisionId: number): number => {
    const place = places.get(divisionId) ?? 0;
    places.set(divisionId, place + 1);
    return place;
  };
  const taking = (solve: BloodCandidate) => takesBlood(facts, solve);
  for (const solve of earlier.filter(taking)) take(groupIn(facts, solve).divisionId);
  return solves.filter(taking).flatMap((solve) => {
    const group = groupIn(facts, solve);
    const place = take(group.divisionId);
    return place < bloodPlaces ? [{ type: typeOfPlace(place) as BloodType, solve, ...group }] : [];
  });
}

/** Of a notice: clients of the reference read the first two. */
export const bloodValues = (team: string, challenge: string, division: string | null): string[] =>
  division === null ? [team, challenge] : [team, challenge, division];
