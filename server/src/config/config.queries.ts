import type { Settings } from '@vexil/contract/settings';
import type { Executor, Tx } from '@vexil/db';
import { configEntries } from '@vexil/db/schema/config';
import { lockClasses } from '@vexil/db/schema/locks';
import { settingsOf } from '@vexil/rules/config.rules';
import { eq, like, sql } from 'drizzle-orm';

export async function readSettings(db: Executor): Promise<Settings> {
  return settingsOf(await db.select({ key: configEntries.key, value: configEntries.value }).from(configEntries));
}

/** Changes of settings take turns: the entry of the audit log says what each of them found. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClasses.settings}, 0)`);
}

export interface NewEntry {
  key: string;
  value: unknown;
  fileHash?: string | null;
}

/** Fails on a foreign key when a file is missing. */
export async function putEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ key, value, fileHash = null }) => ({ key, value: JSON.stringify(value), fileHash }));
  await tx
    .insert(configEntries)
    .values(rows)
    .onConflictDoUpdate({
      target: configEntries.key,
      set: { value: sql`excluded.value`, fileHash: sql`excluded.file_hash`, updatedAt: sql`now()` },
    });
}

/** `prefix` has no signs that a pattern would read. */
export async function listEntries(db: Executor, prefix: string): Promise<{ key: string; value: string }[]> {
  return db
    .select({ key: configEntries.key, value: configEntries.value })
    .from(configEntries)
    .where(like(configEntries.key, `${prefix}%`));
}

export async function findEntry(db: Executor, key: string): Promise<string | undefined> {
  const [row] = await db.select({ value: configEntries.value }).from(configEntries).where(eq(configEntries.key, key));
  return row?.value;
}
