// The one change feed of a process: a topic has a version, which its own commits, messages over Redis and a poll of the
// database make known.

import { listTopicVersions, type Topic, type TopicVersion } from '@vexil/db/schema/topic-version';
import type { BaseDeps } from './deps';

export const topicsChannel = (keyPrefix: string) => `${keyPrefix}topics`;

export interface TopicFeed {
  receive(versions: readonly TopicVersion[]): void;
  /** The poll reads the versions of all topics that are in use. */
  follow(listener: (version: TopicVersion) => void, inUse: () => Iterable<Topic>): void;
  /** Resolves when the topic is received, by the poll too, or after a time. */
  next(topic: Topic, timeoutMs: number): Promise<void>;
  /** Finds what a lost message left out. */
  poll(): Promise<void>;
}

const topicsPerStatement = 1_000;

export function createTopicFeed({ database, log }: Pick<BaseDeps, 'database' | 'log'>): TopicFeed {
  const followers: { listener: (version: TopicVersion) => void; inUse: () => Iterable<Topic> }[] = [];
  const waiting = new Map<Topic, Set<() => void>>();
  let polling: Promise<void> | null = null;

  function receive(versions: readonly TopicVersion[]): void {
    for (const version of versions) {
      for (const { listener } of followers) listener(version);
      for (const wake of waiting.get(version.topic) ?? []) wake();
    }
  }

  async function pollOnce(): Promise<void> {
    try {
      const topics = [...new Set([...waiting.keys(), ...followers.flatMap(({ inUse }) => [...inUse()])])];
      for (let from = 0; from < topics.length; from += topicsPerStatement) {
        receive(await listTopicVersions(database.sql, topics.slice(from, from + topicsPerStatement)));
      }
    } catch (error) {
      log.warn({ event: 'topics.poll_failed', err: error }, 'Reading the versions of topics failed');
    }
  }

  return {
    receive,
    follow: (listener, inUse) => void followers.push({ listener, inUse }),
    next: (topic, timeoutMs) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          const others = waiting.get(topic);
          others?.delete(wake);
          if (others?.size === 0) waiting.delete(topic);
          resolve();
        };
        const timer = setTimeout(wake, timeoutMs);
        waiting.set(topic, (waiting.get(topic) ?? new Set()).add(wake));
      }),
    poll() {
      polling ??= pollOnce().finally(() => {
        polling = null;
      });
      return polling;
    },
  };
}

/** To this process at once, so that a caller sees its own change; to the others over Redis. */
export async function publishTopics(
  { redis, keyPrefix, topics }: Pick<BaseDeps, 'redis' | 'keyPrefix' | 'topics'>,
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
