import type { QueueName } from '@vexil/contract/job';
import type { Room } from '@vexil/contract/live';
import type { Deps } from '@vexil/http/deps';
import { type LiveMessage, liveKeys } from '@vexil/runtime/live';

type StreamDeps = Pick<Deps, 'redis' | 'keyPrefix'>;

async function readStream(deps: StreamDeps, room: Room): Promise<LiveMessage[]> {
  const entries = await deps.redis.xrange(liveKeys.stream(deps.keyPrefix, room), '-', '+');
  return entries.map(([, [, message = '']]) => JSON.parse(message) as LiveMessage);
}

/** All messages published to a room but the versions of scoreboards, oldest first. */
export const messagesIn = async (deps: StreamDeps, room: Room): Promise<LiveMessage[]> =>
  (await readStream(deps, room)).filter(({ target }) => target !== 'ScoreboardChanged');

/** The versions of a game's board that were published, oldest first. */
export async function boardVersionsOf(
  deps: StreamDeps,
  gameId: number,
  audience: 'game' | 'staff' = 'game',
): Promise<number[]> {
  const messages = await readStream(deps, `${audience}:${gameId}`);
  const changes = messages.filter(({ target }) => target === 'ScoreboardChanged');
  return changes.map(({ payload }) => (payload as { version: number }).version);
}

/** Names and payloads of the waiting jobs of a queue. */
export async function jobsIn(deps: Pick<Deps, 'queues'>, queue: QueueName) {
  const jobs = await deps.queues[queue].getJobs(['waiting', 'delayed', 'prioritized']);
  return jobs.map(({ name, data }) => ({ name, data: data as Record<string, unknown> }));
}
