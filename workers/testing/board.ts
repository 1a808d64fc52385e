import type { Scoreboard } from '@vexil/contract/scoreboard';
import type { Scoreboard as ComputedScoreboard } from '@vexil/rules/scoreboard.board.rules';
import { applyScoreboardDelta, type ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { boardKeys, findBoard, parseBoard } from '@vexil/runtime/scoreboard.store';
import { expect } from 'vitest';
import type { WorkerDeps } from '../src/deps';
import { readTarget } from './live';

type BoardDeps = Pick<WorkerDeps, 'redis' | 'keyPrefix'>;

/** The published board of a game. */
export async function readBoard({ redis, keyPrefix }: BoardDeps, gameId: number): Promise<Scoreboard> {
  const document = await findBoard(redis, keyPrefix, gameId);
  if (!document) throw new Error('No board is published.');
  return parseBoard(document);
}

/** Lets the next board of a game be published at once. */
export async function endPause({ redis, keyPrefix }: BoardDeps, gameId: number): Promise<void> {
  await redis.del(boardKeys.pause(keyPrefix, gameId));
}

/**
 * Follows a game from a board on as a browser does, by the deltas that were told since: each leads to the next version,
 * and all of them to the board that is published. A delta that says to fetch ends the chain there.
 */
export async function followDeltas(deps: BoardDeps, gameId: number, from: Scoreboard): Promise<Scoreboard> {
  let board: Scoreboard | null = from;
  for (const { version, delta } of await readTarget(deps, `game:${gameId}`, 'ScoreboardChanged')) {
    if (board && version <= board.version) continue;
    if (!board || (delta as ScoreboardDelta).full) {
      board = null;
      continue;
    }
    expect(version).toBe(board.version + 1);
    const { version: _version, ...old } = board;
    const next = applyScoreboardDelta(old as ComputedScoreboard, delta as ScoreboardDelta);
    expect(next).not.toBeNull();
    board = { ...(next as ComputedScoreboard), version } as Scoreboard;
  }
  const published = await readBoard(deps, gameId);
  if (board) expect(board).toEqual(published);
  return published;
}

/** Who holds the game, as the worker's own name. */
export const findHolder = ({ redis, keyPrefix }: BoardDeps, gameId: number) =>
  redis.hget(`${keyPrefix}scoreboard:holders`, String(gameId));

/** How often something was counted, over all labels or for one of them. */
export async function countOf(
  { metrics }: Pick<WorkerDeps, 'metrics'>,
  name: 'boardsPublished' | 'boardsRebuilt' | 'boardsTakenOver' | 'solvesApplied' | 'boardMismatches',
  cause?: string,
): Promise<number> {
  const { values } = await metrics[name].get();
  const chosen = values.filter(({ labels }) => cause === undefined || (labels as { cause?: string }).cause === cause);
  return chosen.reduce((sum, { value }) => sum + value, 0);
}
