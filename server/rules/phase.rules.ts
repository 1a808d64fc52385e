// Unix milliseconds. The end is inclusive for access and exclusive for scoring.

import type { GamePhase } from '@vexil/db/enums/game';
import { gameNow } from './pause.rules';

export interface GameTimes {
  start: number;
  end: number;
}

export interface GameClock extends GameTimes {
  practiceMode: boolean;
  pausedAt: number | null;
}

export interface StoredClock {
  startAt: Date;
  endAt: Date;
  practiceMode: boolean;
  pausedAt: Date | null;
}

export interface ChallengeDeadline {
  /** Null: until the end of the game. */
  deadline: number | null;
}

export type AnswerRefusal = 'notStarted' | 'ended' | 'deadlinePassed';

/** Between container operations of a team on one challenge. */
export const containerCooldownMs = 10_000;

export const clockOf = ({ startAt, endAt, practiceMode, pausedAt }: StoredClock): GameClock => ({
  start: startAt.getTime(),
  end: endAt.getTime(),
  practiceMode,
  pausedAt: pausedAt?.getTime() ?? null,
});

export function gamePhase(game: GameClock, now: number): GamePhase {
  const time = gameNow(game, now);
  if (time < game.start) return 'Upcoming';
  if (time <= game.end) return 'Running';
  return game.practiceMode ? 'Practice' : 'Ended';
}

/** The deadline is inclusive. */
export function isInScoringWindow(game: GameTimes, challenge: ChallengeDeadline, time: number): boolean {
  if (time < game.start || time >= game.end) return false;
  return challenge.deadline === null || time <= challenge.deadline;
}

/** Null when open. With practice on, late submissions are accepted even while the game runs. */
export function answerRefusal(game: GameClock, challenge: ChallengeDeadline, now: number): AnswerRefusal | null {
  const phase = gamePhase(game, now);
  if (phase === 'Upcoming') return 'notStarted';
  if (phase === 'Ended') return 'ended';
  const late = challenge.deadline !== null && gameNow(game, now) > challenge.deadline;
  return late && !game.practiceMode ? 'deadlinePassed' : null;
}

export function acceptsAnswers(game: GameClock, challenge: ChallengeDeadline, now: number): boolean {
  return answerRefusal(game, challenge, now) === null;
}

/** No check of the start. */
export function acceptsTeams(game: GameClock, now: number): boolean {
  return gamePhase(game, now) !== 'Ended';
}

/** Independent of the game's end. */
export function acceptsWriteups(
  game: { start: number; writeupDeadline: number; pausedAt: number | null },
  now: number,
): boolean {
  const time = gameNow(game, now);
  return time >= game.start && time <= game.writeupDeadline;
}

/** Extension is allowed only near the end. */
export function isInRenewalWindow(expectStopAt: number, now: number, renewalWindowMs: number): boolean {
  return expectStopAt - now <= renewalWindowMs;
}

/** Counted from the old stop. */
export function extendedStop(expectStopAt: number, extensionMs: number): number {
  return expectStopAt + extensionMs;
}

/** Milliseconds; 0 when allowed. */
export function cooldownRemainingMs(lastOperationAt: number | null, now: number): number {
  return lastOperationAt === null ? 0 : Math.max(0, lastOperationAt + containerCooldownMs - now);
}
