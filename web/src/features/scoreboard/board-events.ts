import type { Scoreboard, ScoreboardChallenge } from '@vexil/contract/scoreboard';
import type { Row, Solve } from './board-rows';

export type BoardEvent = { row: Row; solve: Solve; challenge: ScoreboardChallenge | undefined };

const challengesOf = ({ challenges }: Scoreboard) =>
  new Map(
    Object.values(challenges)
      .flat()
      .map((each) => [each.id, each]),
  );

/** The newest solves, newest first. */
export function latestSolves(board: Scoreboard, count: number): BoardEvent[] {
  const latest: { row: Row; solve: Solve }[] = [];
  for (const row of board.items) {
    // Solves are in order of time.
    for (const solve of row.solvedChallenges.slice(-count)) latest.push({ row, solve });
  }
  latest.sort((a, b) => b.solve.time - a.solve.time || b.row.id - a.row.id);
  const challenges = challengesOf(board);
  return latest.slice(0, count).map((each) => ({ ...each, challenge: challenges.get(each.solve.id) }));
}

/** The newest first bloods, newest first. */
export function latestBloods(board: Scoreboard, count: number): BoardEvent[] {
  const challenges = challengesOf(board);
  return board.items
    .flatMap((row) =>
      row.solvedChallenges
        .filter(({ type }) => type === 'FirstBlood')
        .map((solve) => ({ row, solve, challenge: challenges.get(solve.id) })),
    )
    .sort((a, b) => b.solve.time - a.solve.time)
    .slice(0, count);
}
