// All times are Unix milliseconds. The end of a game is inclusive for access and exclusive for scoring: an answer at the
// very instant of the end is taken and gives nothing.

import type { GamePhase } from '@vexil/db/enums/game';

export interface GameTimes {
  start: number;
  end: number;
}

export interface GameClock extends GameTimes {
  practiceMode: boolean;
}

export interface ChallengeDeadline {
  /** Null when answers are taken to the end of the game. */
  deadline: number | null;
}

export type AnswerRefusal = 'notStarted' | 'ended' | 'deadlinePassed';

/** At least this long between two container operations of a team on one challenge. */
export const containerCooldownMs = 10_000;

export function gamePhase(game: GameClock, now: number): GamePhase {
  if (now < game.start) return 'Upcoming';
  if (now <= game.end) return 'Running';
  return game.practiceMode ? 'Practice' : 'Ended';
}

/** Whether a solve at `time` can score, take blood or count; the instant of the deadline still does. */
export function isInScoringWindow(game: GameTimes, challenge: ChallengeDeadline, time: number): boolean {
  if (time < game.start || time >= game.end) return false;
  return challenge.deadline === null || time <= challenge.deadline;
}

/** Why no answer is taken now, or null. With practice on, late answers are taken even while the game runs. */
export function answerRefusal(game: GameClock, challenge: ChallengeDeadline, now: number): AnswerRefusal | null {
  const phase = gamePhase(game, now);
  if (phase === 'Upcoming') return 'notStarted';
  if (phase === 'Ended') return 'ended';
  const late = challenge.deadline !== null && now > challenge.deadline;
  return late && !game.practiceMode ? 'deadlinePassed' : null;
}

export function acceptsAnswers(game: GameClock, challenge: ChallengeDeadline, now: number): boolean {
  return answerRefusal(game, challenge, now) === null;
}

/** Whether teams can still register; there is no check of the start. */
export function acceptsTeams(game: GameClock, now: number): boolean {
  return gamePhase(game, now) !== 'Ended';
}

/** From the start until the deadline of writeups, whatever the end of the game. */
export function acceptsWriteups(game: { start: number; writeupDeadline: number }, now: number): boolean {
  return now >= game.start && now <= game.writeupDeadline;
}

/** Whether a container that stops at `expectStopAt` may be extended: only when little enough time remains. */
export function isInRenewalWindow(expectStopAt: number, now: number, renewalWindowMs: number): boolean {
  return expectStopAt - now <= renewalWindowMs;
}

/** The new stop of an extended container, counted from the old one. */
export function extendedStop(expectStopAt: number, extensionMs: number): number {
  return expectStopAt + extensionMs;
}

/** Milliseconds until the next container operation is allowed; 0 when it is. */
export function cooldownRemainingMs(lastOperationAt: number | null, now: number): number {
  return lastOperationAt === null ? 0 : Math.max(0, lastOperationAt + containerCooldownMs - now);
}
