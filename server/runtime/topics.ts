import type { TopicVersion } from '@vexil/db/schema/topic-version';
import type { BaseDeps } from './deps';

export const topicsChannel = (keyPrefix: string) => `${keyPrefix}topics`;

type PublishDeps = Pick<BaseDeps, 'redis' | 'keyPrefix' | 'topics'>;

/** Versions that this process learned of by a commit of its own, by a message or by a poll. */
export interface TopicFeed {
  receive(versions: readonly TopicVersion[]): void;
  subscribe(listener: (version: TopicVersion) => void): void;
}

export function createTopicFeed(): TopicFeed {
  const listeners: ((version: TopicVersion) => void)[] = [];
  return {
    receive(versions) {
      for (const version of versions) for (const listener of listeners) listener(version);
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}

/** To this process at once, so that a caller sees its own change; to the others over Redis. */
export async function publishTopics(
  { redis, keyPrefix, topics }: PublishDeps,
  versions: readonly TopicVersion[],
): Promise<void> {
  if (versions.length === 0) return;
  topics.receive(versions);
  await redis.publish(topicsChannel(keyPrefix), JSON.stringify(versions));
}

/** Of a message in the channel; none where it cannot be read. */
export function readTopics(message: string): TopicVersion[] {
  try {
    const versions: unknown = JSON.parse(message);
    return Array.isArray(versions) ? (versions as TopicVersion[]) : [];
  } catch {
    return [];
  }
}
