import type { Scoreboard } from '@vexil/contract/scoreboard';
import type { TestApp } from '@vexil/server/testing/app';

/** The public board of a game as a server gives it now. */
export async function readBoard({ deps: { boards } }: TestApp, gameId: number): Promise<Scoreboard> {
  boards.expire(gameId);
  return (await boards.get(gameId, { frozenAt: null, live: false })).whole();
}
