// Servers hold answers that are the same for many. Each names its topics; the transaction that changes a fact advances
// them, so that a held answer of another version is known to be old, whatever became of the message.

import { sql } from 'drizzle-orm';
import { pgTable } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import type { Executor } from '..';

export const topicVersions = pgTable('topic_versions', (t) => ({
  topic: t.text('topic').primaryKey(),
  version: t.integer('version').notNull(),
}));

/** Versions of scoreboards have a table of their own. A container has none, always 0: who waits for one reads its row. */
export type Topic =
  | 'config'
  | 'posts'
  | 'games'
  | `game:${number}`
  | `teams:${number}`
  | `notices:${number}`
  | `scoreboard:${number}`
  | `container:${string}`;

export interface TopicVersion {
  topic: Topic;
  version: number;
}

/**
 * Locks the rows until the commit, in one order everywhere: after all other locks of the transaction but that of the
 * scoreboard's version. `inTransaction` does so and sends the message.
 */
export async function advanceTopics(tx: Executor, topics: readonly Topic[]): Promise<TopicVersion[]> {
  if (topics.length === 0) return [];
  const names = sql.param([...new Set(topics)].sort());
  const rows = await tx.execute<TopicVersion & Record<string, unknown>>(sql`
    insert into topic_versions as t (topic, version)
    select topic, 1 from unnest(${names}::text[]) with ordinality as given(topic, place) order by place
    on conflict (topic) do update set version = t.version + 1
    returning topic, version`);
  return [...rows].map(({ topic, version }) => ({ topic, version }));
}

/** As `advanceTopics`, in a transaction of the driver. */
export async function advanceTopic(tx: postgres.TransactionSql, topic: Topic): Promise<TopicVersion[]> {
  const rows = await tx<TopicVersion[]>`
    insert into topic_versions as t (topic, version) values (${topic}, 1)
    on conflict (topic) do update set version = t.version + 1
    returning topic, version`;
  return [...rows];
}

/** 0 for a topic that has never changed. */
export async function listTopicVersions(sql: postgres.Sql, topics: readonly Topic[]): Promise<TopicVersion[]> {
  return sql<TopicVersion[]>`
    select given.topic, coalesce(t.version, b.version, 0) as version
    from unnest(${topics as string[]}::text[]) as given(topic) left join topic_versions t on t.topic = given.topic
      left join scoreboard_versions b on b.game_id = substring(given.topic from '^scoreboard:([0-9]+)$')::int`;
}
