import type { Deps } from '@vexil/http/deps';
import type { Finding } from '../check';

export interface CheckState {
  startedAt: number;
  /** null while it runs. */
  finishedAt: number | null;
  findings: Finding[];
  /** Game that it plays in. */
  copyId: number;
}

const keptSeconds = 24 * 3600;

type StateDeps = Pick<Deps, 'redis' | 'keyPrefix'>;

const keyOf = ({ keyPrefix }: StateDeps, gameId: number) => `${keyPrefix}game-check:${gameId}`;

export async function saveState(deps: StateDeps, gameId: number, state: CheckState): Promise<void> {
  await deps.redis.set(keyOf(deps, gameId), JSON.stringify(state), 'EX', keptSeconds);
}

export async function findState(deps: StateDeps, gameId: number): Promise<CheckState | undefined> {
  const text = await deps.redis.get(keyOf(deps, gameId));
  return text === null ? undefined : (JSON.parse(text) as CheckState);
}
