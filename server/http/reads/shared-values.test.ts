import { advanceTopics, type Topic } from '@vexil/db/schema/topic-version';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import type {} from '@vexil/db/testing/global-setup';
import { createTopicFeed, type TopicFeed } from '@vexil/runtime/topics';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createSharedValues, type Shared, type SharedValues } from './shared-values';

let database: TestDatabase;
let topics: TopicFeed;
let values: SharedValues;
/** One per read; a test answers it. */
let reads: ((value: string | Error) => void)[];
let now = 0;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.drop());
beforeEach(() => {
  reads = [];
  const log = pino({ level: 'silent' });
  topics = createTopicFeed({ database, log });
  values = createSharedValues({ database, db: database.db, config: {} as never, log, topics }, { now: () => now });
});

const post: Shared<string, string> = {
  topics: () => ['posts'],
  read: () =>
    new Promise((resolve, reject) => reads.push((value) => (value instanceof Error ? reject(value) : resolve(value)))),
};
const aged: Shared<string, string> = { ...post, keptMs: 5_000 };
const answer = async (index: number, value: string | Error) => {
  await vi.waitUntil(() => reads.length > index, { timeout: 30_000, interval: 5 });
  reads[index]?.(value);
};
const advance = (topic: Topic) => database.db.transaction((tx) => advanceTopics(tx, [topic]));
async function hold(value: string): Promise<void> {
  const held = values.get(post, 'a');
  await answer(0, value);
  expect(await held).toBe(value);
}

describe('shared values', () => {
  it('are read once for all who ask at the same time, and then not at all', async () => {
    const asked = Array.from({ length: 100 }, () => values.get(post, 'a'));
    await answer(0, 'one');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['one']));
    expect(values.get(post, 'a')).toBe('one');
    expect(reads).toHaveLength(1);
  });

  it('are read again after a message of their topic, and not after one of another', async () => {
    await hold('one');
    topics.receive([{ topic: 'games', version: 7 }]);
    expect(values.get(post, 'a')).toBe('one');
    topics.receive(await advance('posts'));
    const again = values.get(post, 'a');
    await answer(1, 'two');
    expect(await again).toBe('two');
  });

  it('are read in advance where there was a request since the last read, and only there', async () => {
    await hold('one');
    values.get(post, 'a');
    topics.receive(await advance('posts'));
    await answer(1, 'two');
    await vi.waitUntil(() => values.get(post, 'a') === 'two', { timeout: 30_000 });
    topics.receive(await advance('posts'));
    await answer(2, 'three');
    await vi.waitUntil(() => reads.length === 3, { timeout: 30_000 });
    topics.receive(await advance('posts'));
    await topics.poll();
    expect(reads).toHaveLength(3);
  });

  it('are read once more when the topic changes during the read', async () => {
    const asked = values.get(post, 'a');
    await vi.waitUntil(() => reads.length === 1, { timeout: 30_000 });
    topics.receive(await advance('posts'));
    await answer(0, 'old');
    await answer(1, 'new');
    expect(await asked).toBe('new');
  });

  it('ignore a message of a version that they were read at', async () => {
    const versions = await advance('posts');
    await hold('one');
    topics.receive(versions);
    expect(values.get(post, 'a')).toBe('one');
  });

  it('follow a change whose message was lost with the next poll', async () => {
    await hold('one');
    await advance('posts');
    await topics.poll();
    const again = values.get(post, 'a');
    await answer(1, 'two');
    expect(await again).toBe('two');
  });

  it('of facts without a topic are read again at an age, once for all who ask', async () => {
    const first = values.get(aged, 'a');
    await answer(0, 'one');
    expect(await first).toBe('one');
    now += 4_999;
    expect(values.get(aged, 'a')).toBe('one');
    now += 1;
    const asked = Array.from({ length: 50 }, () => values.get(aged, 'a'));
    await answer(1, 'two');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['two']));
    expect(values.get(aged, 'a')).toBe('two');
    expect(reads).toHaveLength(2);
  });

  it('are not held after a read that failed', async () => {
    const failed = values.get(post, 'a');
    await answer(0, new Error('away'));
    await expect(failed).rejects.toThrow('away');
    const again = values.get(post, 'a');
    await answer(1, 'back');
    expect(await again).toBe('back');
  });
});
