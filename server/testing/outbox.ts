import type { QueueName } from '@vexil/contract/job';
import type { Room } from '@vexil/contract/live';
import { type LiveMessage, liveKeys } from '@vexil/runtime/live';
import type { Deps } from '../src/deps';

/** All messages published to a room, oldest first. */
export async function messagesIn(deps: Pick<Deps, 'redis' | 'keyPrefix'>, room: Room): Promise<LiveMessage[]> {
  const entries = await deps.redis.xrange(liveKeys.stream(deps.keyPrefix, room), '-', '+');
  return entries.map(([, [, message = '']]) => JSON.parse(message) as LiveMessage);
}

/** Names and payloads of the waiting jobs of a queue. */
export async function jobsIn(deps: Pick<Deps, 'queues'>, queue: QueueName) {
  const jobs = await deps.queues[queue].getJobs(['waiting', 'delayed', 'prioritized']);
  return jobs.map(({ name, data }) => ({ name, data: data as Record<string, unknown> }));
}
