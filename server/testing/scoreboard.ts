import { Scoreboard } from '@vexil/contract/scoreboard';
import { loadScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import type { Database } from '@vexil/db';
import { numberRebuilds, scoreboardVersions } from '@vexil/db/schema/scoreboard-version';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { TestApp } from './app';

export { type Boards, createBoards } from '../src/scoreboard-cache/boards';

/**
 * Has a server show what a test changed behind its back, as every change of its own does. Gives the version of the
 * public board.
 */
export async function changeTestBoard({ db, app }: Pick<TestApp, 'db' | 'app'>, gameId: number): Promise<number> {
  await numberRebuilds(db, [gameId], { freezeChanged: true });
  app.boards.expire(gameId);
  const [row] = await db
    .select({ version: scoreboardVersions.publicVersion })
    .from(scoreboardVersions)
    .where(eq(scoreboardVersions.gameId, gameId));
  return row?.version ?? 0;
}

/** Fails when the served scoreboard differs from a computation from the database; returns it. */
export async function verifyScoreboard(
  database: Pick<Database, 'sql'>,
  gameId: number,
  served: unknown,
): Promise<Scoreboard> {
  const board = Scoreboard.parse(served);
  const facts = await loadScoreboardFacts(database.sql, gameId);
  if (!facts) throw new Error('The game of the board does not exist.');
  const { version, ...rest } = board;
  expect(rest).toEqual(JSON.parse(JSON.stringify(computeScoreboard(facts, board.updateTimeUtc))));
  return board;
}
