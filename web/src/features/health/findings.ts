import type { GameHealth } from '@vexil/contract/health';

type ChallengeKind =
  | 'incomplete'
  | 'failedStarts'
  | 'selfEnds'
  | 'failedChecks'
  | 'wrongFlags'
  | 'runningOut'
  | 'unsolved';
type CountKind = 'unjudged' | 'review' | 'cheating' | 'unread' | 'missing';

/** One row per kind of problem. */
export type Finding = { grave: boolean } & (
  | { kind: 'hidden' }
  | { kind: CountKind; count: number; since: number | null }
  | { [Kind in ChallengeKind]: { kind: Kind; challenges: GameHealth[Kind] } }[ChallengeKind]
);

/** What needs attention, the gravest first. */
export function findingsOf(health: GameHealth, isHidden: boolean): Finding[] {
  const { unjudged, review, cheating, writeups } = health;
  const all: (Finding | false)[] = [
    isHidden && { kind: 'hidden', grave: true },
    health.incomplete.length > 0 && { kind: 'incomplete', grave: true, challenges: health.incomplete },
    health.failedStarts.length > 0 && { kind: 'failedStarts', grave: true, challenges: health.failedStarts },
    health.selfEnds.length > 0 && { kind: 'selfEnds', grave: true, challenges: health.selfEnds },
    health.failedChecks.length > 0 && { kind: 'failedChecks', grave: true, challenges: health.failedChecks },
    unjudged.count > 0 && { kind: 'unjudged', grave: true, count: unjudged.count, since: unjudged.since },
    review.count > 0 && { kind: 'review', grave: false, count: review.count, since: review.since },
    cheating.count > 0 && { kind: 'cheating', grave: false, count: cheating.count, since: cheating.latest },
    health.runningOut.length > 0 && { kind: 'runningOut', grave: false, challenges: health.runningOut },
    health.wrongFlags.length > 0 && { kind: 'wrongFlags', grave: false, challenges: health.wrongFlags },
    health.unsolved.length > 0 && { kind: 'unsolved', grave: false, challenges: health.unsolved },
    writeups.unread > 0 && { kind: 'unread', grave: false, count: writeups.unread, since: null },
    writeups.missing > 0 && { kind: 'missing', grave: false, count: writeups.missing, since: null },
  ];
  return all.filter((one) => one !== false);
}
