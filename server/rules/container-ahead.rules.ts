// Containers that no team asked for: shared ones that are kept running, and those started ahead for the next teams.

import type { ContainerCeilings } from '@vexil/contract/ceiling';
import type { ContainerKind, ContainerState } from '@vexil/db/enums/container';
import { boundedEnd } from './ceiling.rules';
import { gameNow } from './pause.rules';
import type { StoredClock } from './phase.rules';

/** So that they are ready when the game opens. */
const aheadMs = 5 * 60_000;
/** After a failed start, so that a broken image is not started without end. */
export const aheadRetryMs = 60_000;

/** Unix milliseconds. Until the game ends; with practice after it as long as administrators allow. */
export function aheadEndMs(
  { endAt, practiceMode }: Pick<StoredClock, 'endAt' | 'practiceMode'>,
  startMs: number,
  ceilings: Pick<ContainerCeilings, 'lifetimeMinutes'>,
): number {
  return boundedEnd(startMs, practiceMode ? Number.POSITIVE_INFINITY : endAt.getTime(), ceilings);
}

export interface AheadChallenge extends StoredClock {
  id: number;
  isEnabled: boolean;
  sharing: 'none' | 'onDemand' | 'kept';
  warmCount: number;
  /** Of the settings that a start would use now. */
  specHash: string;
  /** Whether a start has failed within `aheadRetryMs`. */
  hasFailed: boolean;
}

export interface AheadContainer {
  id: string;
  kind: ContainerKind;
  challengeId: number;
  state: ContainerState;
  /** Null while it waits for one. */
  engine: string | null;
  specHash: string | null;
}

export interface AheadPlan {
  /** To be ended. */
  surplus: string[];
  missing: { challengeId: number; kind: 'Shared' | 'Warm'; count: number }[];
}

/** `live` are the shared ones and those ahead, oldest first; `engines` the names of those that take new containers. */
export function planAhead(
  challenges: readonly AheadChallenge[],
  live: readonly AheadContainer[],
  engines: ReadonlySet<string>,
  now: Date,
): AheadPlan {
  const plan: AheadPlan = { surplus: [], missing: [] };
  const known = new Set(challenges.map(({ id }) => id));
  const end = (rows: readonly AheadContainer[]) =>
    plan.surplus.push(...rows.filter(({ state }) => state !== 'stopping').map(({ id }) => id));
  end(live.filter(({ challengeId }) => !known.has(challengeId)));
  for (const challenge of challenges) {
    const own = live.filter(({ challengeId }) => challengeId === challenge.id);
    const shared = own.filter(({ kind }) => kind === 'Shared');
    const isOpen = challenge.isEnabled && isOpenAhead(challenge, now);
    const canStart = isOpen && challenge.pausedAt === null && !challenge.hasFailed && engines.size > 0;
    if (!isOpen || challenge.sharing === 'none') end(shared);
    else if (challenge.sharing === 'kept' && shared.length === 0 && canStart)
      plan.missing.push({ challengeId: challenge.id, kind: 'Shared', count: 1 });

    const warm = own.filter(({ kind, state }) => kind === 'Warm' && state !== 'stopping');
    const fits = ({ engine, specHash }: AheadContainer) =>
      specHash === challenge.specHash && (engine === null || engines.has(engine));
    const kept = isOpen ? warm.filter(fits).slice(0, challenge.warmCount) : [];
    end(warm.filter((one) => !kept.includes(one)));
    const count = challenge.warmCount - kept.length;
    if (count > 0 && canStart) plan.missing.push({ challengeId: challenge.id, kind: 'Warm', count });
  }
  return plan;
}

function isOpenAhead(game: StoredClock, now: Date): boolean {
  return now.getTime() >= game.startAt.getTime() - aheadMs && (game.practiceMode || gameNow(game, now) < game.endAt);
}
