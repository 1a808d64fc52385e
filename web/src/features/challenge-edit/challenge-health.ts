import type { ChallengeHealth, ChallengeInfo } from '@vexil/contract/challenge';
import { hasContainer } from '@vexil/db/enums/challenge';

export type Oddity =
  | { kind: 'noFlags' | 'noImage' | 'solverFails' | 'overdue' }
  | { kind: 'unsolved'; teams: number }
  | { kind: 'failedStarts'; failed: number; starts: number }
  | { kind: 'selfEnds'; ended: number; outOfMemory: number }
  | { kind: 'wrongFlags'; wrong: number }
  | { kind: 'short' | 'tight'; left: number; waiting: number };

const triedMin = 5;
const wrongMin = 20;
/** Against the mean of the hour before. */
const spikeFactor = 3;

/** Servers refuse to enable a challenge that has no right answer. */
export const lacksFlag = ({ type, flagCount }: Pick<ChallengeInfo, 'type' | 'flagCount'>): boolean =>
  type !== 'DynamicContainer' && flagCount === 0;

/** What an organiser should look at, the gravest first. */
export function findOddities(challenge: ChallengeInfo, health: ChallengeHealth | undefined, now: number): Oddity[] {
  const inPlay = health && challenge.isEnabled ? findOdditiesInPlay(health) : [];
  return [...findOdditiesOfSetUp(challenge, now), ...inPlay];
}

function findOdditiesOfSetUp(challenge: ChallengeInfo, now: number): Oddity[] {
  const found: Oddity[] = [];
  const noFlags = lacksFlag(challenge);
  if (noFlags) found.push({ kind: 'noFlags' });
  if (hasContainer(challenge.type) && !challenge.containerImage) found.push({ kind: 'noImage' });
  if (noFlags && challenge.releaseUtc !== null && challenge.releaseUtc < now) found.push({ kind: 'overdue' });
  const check = challenge.lastCheck?.result;
  if (check && check !== 'passed' && check !== 'running') found.push({ kind: 'solverFails' });
  const { supply } = challenge;
  if (!noFlags && supply && supply.state !== 'ample') {
    found.push({ kind: supply.state, left: supply.left, waiting: supply.waiting });
  }
  return found;
}

function findOdditiesInPlay(health: ChallengeHealth): Oddity[] {
  const found: Oddity[] = [];
  const { teamsTried, teamsSolved, wrongRecently, wrongEarlier, instanceStarts, failedStarts, selfEnds, memoryEnds } =
    health;
  if (failedStarts > 0) found.push({ kind: 'failedStarts', failed: failedStarts, starts: instanceStarts });
  if (selfEnds > 0) found.push({ kind: 'selfEnds', ended: selfEnds, outOfMemory: memoryEnds });
  if (wrongRecently >= wrongMin && wrongRecently > (spikeFactor * wrongEarlier) / 6) {
    found.push({ kind: 'wrongFlags', wrong: wrongRecently });
  }
  if (teamsSolved === 0 && teamsTried >= triedMin) found.push({ kind: 'unsolved', teams: teamsTried });
  return found;
}

/** Percent of the teams that tried; undefined before the first. */
export const successRate = (health: ChallengeHealth | undefined): number | undefined =>
  health && health.teamsTried > 0
    ? Math.round((Math.min(health.teamsSolved, health.teamsTried) / health.teamsTried) * 100)
    : undefined;
