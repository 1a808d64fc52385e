// The table is the queue of pulls, so a flushed Redis loses none: a row that is `pulling`, or present with a percentage,
// waits for a worker that reaches the engine or is with one. `percent` is null until a first pull begins.

import type { Executor } from '@vexil/db';
import { engineImages, engines } from '@vexil/db/schema/container';
import { eq, isNotNull, or, sql } from 'drizzle-orm';

/** Missing: never asked for. Failed: or the last pull failed. All: also where the image is present. */
export type RequestedPulls = 'missing' | 'failed' | 'all';

export const isDuePull = or(eq(engineImages.state, 'pulling'), isNotNull(engineImages.percent));

/** Asks every active engine for the images; a pull under way goes on. Returns the engines whose workers have to know. */
export async function requestImages(
  db: Executor,
  images: readonly string[],
  which: RequestedPulls,
  now: Date,
): Promise<string[]> {
  if (images.length === 0) return [];
  const active = await db.select({ name: engines.name }).from(engines).where(eq(engines.state, 'active'));
  const wanted = active
    .flatMap(({ name: engine }) =>
      images.map((image) => ({ engine, image, state: 'pulling' as const, updatedAt: now })),
    )
    // One order for all, so that two requests cannot deadlock.
    .sort((a, b) => a.engine.localeCompare(b.engine) || a.image.localeCompare(b.image));
  if (wanted.length === 0) return [];
  const insert = db.insert(engineImages).values(wanted);
  const key = [engineImages.engine, engineImages.image];
  const rows =
    which === 'missing'
      ? await insert.onConflictDoNothing({ target: key }).returning({ engine: engineImages.engine })
      : await insert
          .onConflictDoUpdate({
            target: key,
            set: {
              state: sql`case ${engineImages.state} when 'failed' then 'pulling'::image_state else ${engineImages.state} end`,
              percent: sql`case ${engineImages.state} when 'present' then 0 when 'pulling' then ${engineImages.percent} end`,
              error: null,
              updatedAt: now,
            },
            setWhere: which === 'failed' ? eq(engineImages.state, 'failed') : undefined,
          })
          .returning({ engine: engineImages.engine });
  return [...new Set(rows.map(({ engine }) => engine))];
}
