import { Scoreboard } from '@vexil/contract/scoreboard';
import type { Database } from '@vexil/db';
import { loadScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import { scoreboardAt } from '@vexil/rules/scoreboard.current.rules';
import { expect } from 'vitest';

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
  expect(rest).toEqual(JSON.parse(JSON.stringify(scoreboardAt(facts, board.updateTimeUtc))));
  return board;
}
