// Values made from the database once for many requests. A held value is right as long as its topics have the versions it
// was read at: a message over Redis says so at once, and a poll of the versions finds lost messages.

import { listTopicVersions, type Topic } from '@vexil/db/schema/topic-version';
import type { BaseDeps } from '@vexil/runtime/deps';
import { LRUCache } from 'lru-cache';

type ReadDeps = Pick<BaseDeps, 'db' | 'database' | 'config'>;

export interface Shared<Key extends string | number, Value> {
  topics(key: Key): readonly Topic[];
  /** A value that it rejects with an error is not held. */
  read(deps: ReadDeps, key: Key): Promise<Value>;
  /** For what follows facts that advance no topic: a value of this age is read again for the next request. */
  keptMs?: number;
}

export interface SharedValues {
  /** The held value, or a promise of it while it is being read. Values must not be changed. */
  get<Key extends string | number, Value>(shared: Shared<Key, Value>, key: Key): Value | Promise<Value>;
}

interface Entry {
  topics: readonly Topic[];
  versions: Map<Topic, number>;
  read(): Promise<unknown>;
  value: unknown;
  isOld: boolean;
  loading: Promise<unknown> | null;
  /** Since the last read. */
  isUsed: boolean;
  /** By `now`. */
  expiresAt: number;
}

type SharedDeps = Pick<BaseDeps, 'log' | 'topics'> & ReadDeps;

const valuesMax = 2_000;
const readsMax = 3;

/** `holds: false` reads for each call, for tests that write to the database directly. `now` never goes back. */
export function createSharedValues(
  deps: SharedDeps,
  { holds = true, now = () => performance.now() }: { holds?: boolean; now?: () => number } = {},
): SharedValues {
  const { sql } = deps.database;
  const entries = new Map<unknown, LRUCache<string | number, Entry>>();
  const byTopic = new Map<Topic, Set<Entry>>();

  function forget(entry: Entry): void {
    for (const topic of entry.topics) {
      const others = byTopic.get(topic);
      others?.delete(entry);
      if (others?.size === 0) byTopic.delete(topic);
    }
  }

  function add<Key extends string | number>(shared: Shared<Key, unknown>, key: Key): Entry {
    const entry: Entry = {
      topics: shared.topics(key),
      versions: new Map(),
      async read() {
        const value = await shared.read(deps, key);
        entry.expiresAt = now() + (shared.keptMs ?? Number.POSITIVE_INFINITY);
        return value;
      },
      value: undefined,
      isOld: true,
      loading: null,
      isUsed: true,
      expiresAt: Number.POSITIVE_INFINITY,
    };
    for (const topic of entry.topics) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(entry));
    const ofShared = entries.get(shared) ?? new LRUCache({ max: valuesMax, dispose: forget });
    entries.set(shared, ofShared);
    ofShared.set(key, entry);
    return entry;
  }

  async function load(entry: Entry, onFailure: () => void): Promise<unknown> {
    try {
      for (let reads = 1; ; reads += 1) {
        // A change from here on marks the entry again.
        entry.isOld = false;
        entry.isUsed = false;
        // Before the facts, so that these are never older than the versions.
        for (const { topic, version } of await listTopicVersions(sql, entry.topics)) entry.versions.set(topic, version);
        entry.value = await entry.read();
        if (!entry.isOld || reads === readsMax) return entry.value;
      }
    } catch (error) {
      onFailure();
      throw error;
    } finally {
      entry.loading = null;
    }
  }

  function reload(entry: Entry, onFailure: () => void): Promise<unknown> {
    entry.loading ??= load(entry, onFailure);
    return entry.loading;
  }

  const drop = (entry: Entry) => () => {
    entry.isOld = true;
  };

  deps.topics.follow(
    ({ topic, version }) => {
      for (const entry of byTopic.get(topic) ?? []) {
        if (entry.versions.get(topic) === version) continue;
        entry.isOld = true;
        // In advance for the next request, where there was one since the last read.
        if (!entry.isUsed || entry.loading) continue;
        reload(entry, drop(entry)).catch((error) =>
          deps.log.warn({ event: 'shared_reply.read_failed', err: error, topic }, 'Reading a shared answer failed'),
        );
      }
    },
    () => byTopic.keys(),
  );

  return {
    get<Key extends string | number, Value>(shared: Shared<Key, Value>, key: Key) {
      if (!holds) return shared.read(deps, key);
      const entry = entries.get(shared)?.get(key) ?? add(shared as Shared<Key, unknown>, key);
      entry.isUsed = true;
      if (!entry.loading && !entry.isOld && now() < entry.expiresAt) return entry.value as Value;
      return reload(entry, () => entries.get(shared)?.delete(key)) as Promise<Value>;
    },
  };
}
