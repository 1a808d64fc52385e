import type { Executor } from '@vexil/db';
import { logs } from '@vexil/db/schema/log';
import { desc, lt, lte, or, sql } from 'drizzle-orm';

/** Deletes lines older than `oldest`, and the oldest beyond `rowsMax`. Plan: the primary key, backwards, to the limit. */
export async function deleteOldLogs(db: Executor, oldest: Date, rowsMax: number): Promise<void> {
  const beyond = db.select({ id: logs.id }).from(logs).orderBy(desc(logs.id)).offset(rowsMax).limit(1);
  await db.delete(logs).where(or(lt(logs.time, oldest), lte(logs.id, sql`(${beyond})`)));
}
