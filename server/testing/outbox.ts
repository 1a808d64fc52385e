import type { QueueName } from '@vexil/contract/job';
import type { Room } from '@vexil/contract/live';
import type { Topic } from '@vexil/db/schema/topic-version';
import type { Deps } from '@vexil/http/deps';
import { type LiveMessage, liveKeys } from '@vexil/runtime/live';
import type { TopicFeed } from '@vexil/runtime/topics';

type StreamDeps = Pick<Deps, 'redis' | 'keyPrefix'>;

/** All messages published to a room, oldest first. */
export async function messagesIn(deps: StreamDeps, room: Room): Promise<LiveMessage[]> {
  const entries = await deps.redis.xrange(liveKeys.stream(deps.keyPrefix, room), '-', '+');
  return entries.map(([, [, message = '']]) => JSON.parse(message) as LiveMessage);
}

const recorded = new WeakMap<TopicFeed, Map<Topic, Set<number>>>();

/** For `boardVersionsOf`; from the beginning of the test. */
export function recordTopics(topics: TopicFeed): void {
  const versions = new Map<Topic, Set<number>>();
  recorded.set(topics, versions);
  topics.follow(
    ({ topic, version }) => versions.set(topic, (versions.get(topic) ?? new Set()).add(version)),
    () => [],
  );
}

/** The versions of a game's board that were published, oldest first. */
export const boardVersionsOf = async ({ topics }: Pick<Deps, 'topics'>, gameId: number): Promise<number[]> => [
  ...(recorded.get(topics)?.get(`scoreboard:${gameId}`) ?? []),
];

/** Names and payloads of the waiting jobs of a queue. */
export async function jobsIn(deps: Pick<Deps, 'queues'>, queue: QueueName) {
  const jobs = await deps.queues[queue].getJobs(['waiting', 'delayed', 'prioritized']);
  return jobs.map(({ name, data }) => ({ name, data: data as Record<string, unknown> }));
}
