import type { Executor } from '@vexil/db';
import { configEntries } from '@vexil/db/schema/config';
import { like } from 'drizzle-orm';

/** Settings of one section, without its name: `defaultLifetime` for `containerPolicy.defaultLifetime`. */
export async function listEntries(db: Executor, section: string): Promise<Map<string, string>> {
  const rows = await db
    .select()
    .from(configEntries)
    .where(like(configEntries.key, `${section}.%`));
  return new Map(rows.map(({ key, value }) => [key.slice(section.length + 1), value]));
}
