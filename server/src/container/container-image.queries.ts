import type { Executor } from '@vexil/db';
import { type ChallengeRow, challenges } from '@vexil/db/schema/challenge';
import { type EngineImageRow, engineImages, engines } from '@vexil/db/schema/container';
import { type GameRow, games } from '@vexil/db/schema/game';
import { and, asc, eq, inArray } from 'drizzle-orm';

export async function findImageChallenge(
  db: Executor,
  { gameId, challengeId }: { gameId: number; challengeId: number },
): Promise<{ challenge: ChallengeRow; game: GameRow } | undefined> {
  const [row] = await db
    .select({ challenge: challenges, game: games })
    .from(challenges)
    .innerJoin(games, eq(games.id, challenges.gameId))
    .where(and(eq(challenges.id, challengeId), eq(challenges.gameId, gameId)));
  return row;
}

export interface ImageOnEngine {
  engine: string;
  image: string;
  row: EngineImageRow | undefined;
}

/** Each image on each active engine. */
export async function listImagesOnEngines(db: Executor, images: readonly string[]): Promise<ImageOnEngine[]> {
  if (images.length === 0) return [];
  const active = await db
    .select({ name: engines.name })
    .from(engines)
    .where(eq(engines.state, 'active'))
    .orderBy(asc(engines.name));
  const rows = await db
    .select()
    .from(engineImages)
    .where(inArray(engineImages.image, [...images]));
  const known = new Map(rows.map((row) => [`${row.engine} ${row.image}`, row]));
  return active.flatMap(({ name: engine }) =>
    images.map((image) => ({ engine, image, row: known.get(`${engine} ${image}`) })),
  );
}
