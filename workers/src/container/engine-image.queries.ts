import { isDuePull } from '@vexil/data/engine/images.queries';
import type { Executor } from '@vexil/db';
import { challengeTypes, hasContainer } from '@vexil/db/enums/challenge';
import { challenges } from '@vexil/db/schema/challenge';
import { type EngineImageRow, engineImages, engines } from '@vexil/db/schema/container';
import { games } from '@vexil/db/schema/game';
import { imagesOf, readContainerOptions } from '@vexil/rules/container-options.rules';
import { isPulledAhead } from '@vexil/rules/image-pull.rules';
import { and, asc, eq, inArray, isNull, lt, ne, notInArray } from 'drizzle-orm';

export function listDuePulls(db: Executor, engine: string): Promise<EngineImageRow[]> {
  return db
    .select()
    .from(engineImages)
    .where(and(eq(engineImages.engine, engine), isDuePull))
    .orderBy(asc(engineImages.updatedAt), asc(engineImages.image));
}

export async function listEnginesWithDuePulls(db: Executor): Promise<string[]> {
  const rows = await db
    .selectDistinct({ engine: engineImages.engine })
    .from(engineImages)
    .innerJoin(engines, and(eq(engines.name, engineImages.engine), ne(engines.state, 'removed')))
    .where(isDuePull);
  return rows.map(({ engine }) => engine);
}

type Pull = Pick<EngineImageRow, 'engine' | 'image'>;

/** Does nothing where the row is gone. */
export async function storePull(
  db: Executor,
  { engine, image }: Pull,
  change: Partial<Pick<EngineImageRow, 'state' | 'percent' | 'error'>> & { updatedAt: Date },
): Promise<void> {
  await db
    .update(engineImages)
    .set(change)
    .where(and(eq(engineImages.engine, engine), eq(engineImages.image, image)));
}

/** A start has pulled what it needs. Leaves images alone that are not pulled ahead. */
export async function storePresent(db: Executor, engine: string, images: readonly string[], now: Date): Promise<void> {
  await db
    .update(engineImages)
    .set({ state: 'present', percent: null, error: null, updatedAt: now })
    .where(
      and(eq(engineImages.engine, engine), inArray(engineImages.image, [...images]), ne(engineImages.state, 'present')),
    );
}

/** A start could not pull these; an image that is pulled ahead at the moment is left to its pull. */
export async function storeFailed(
  db: Executor,
  engine: string,
  images: readonly string[],
  { error, now }: { error: string; now: Date },
): Promise<void> {
  if (images.length === 0) return;
  const failed = { state: 'failed', percent: null, error, updatedAt: now } as const;
  await db
    .insert(engineImages)
    .values(images.map((image) => ({ engine, image, ...failed })))
    .onConflictDoUpdate({
      target: [engineImages.engine, engineImages.image],
      set: failed,
      setWhere: and(isNull(engineImages.percent), ne(engineImages.state, 'pulling')),
    });
}

export interface ChallengeImages {
  /** To be pulled ahead. */
  ahead: string[];
  /** Of all challenges. */
  all: string[];
}

export async function listChallengeImages(db: Executor, now: Date): Promise<ChallengeImages> {
  const { type, isEnabled, releaseAt, containerImage, containerOptions } = challenges;
  const { endAt, practiceMode, pausedAt } = games;
  const rows = await db
    .select({
      challenge: { type, isEnabled, releaseAt, containerImage, containerOptions },
      game: { endAt, practiceMode, pausedAt },
    })
    .from(challenges)
    .innerJoin(games, eq(games.id, challenges.gameId))
    .where(inArray(challenges.type, challengeTypes.filter(hasContainer)));
  const imagesIn = (chosen: typeof rows) => [
    ...new Set(
      chosen.flatMap(({ challenge }) =>
        imagesOf(challenge.containerImage, readContainerOptions(challenge.containerOptions)),
      ),
    ),
  ];
  return {
    ahead: imagesIn(rows.filter(({ challenge, game }) => isPulledAhead(challenge, game, now))),
    all: imagesIn(rows),
  };
}

/** Younger ones may be of a challenge that was saved after `images` were read. */
export async function deleteUnused(db: Executor, images: readonly string[], before: Date): Promise<void> {
  const isUnused = images.length === 0 ? undefined : notInArray(engineImages.image, [...images]);
  await db.delete(engineImages).where(and(isUnused, lt(engineImages.updatedAt, before)));
}
