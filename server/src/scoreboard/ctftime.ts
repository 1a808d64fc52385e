import type { CtftimeFeed, Scoreboard } from '@vexil/contract/scoreboard';
import { minimumInstant } from '@vexil/rules/scoreboard.board.rules';

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

/** A title that several challenges have, or that no schema lets pass as a key, is followed by the challenge's number. */
function nameTasks(challenges: Scoreboard['challenges']): Map<number, string> {
  const all = Object.values(challenges).flat();
  const counts = new Map<string, number>();
  for (const { title } of all) counts.set(title, (counts.get(title) ?? 0) + 1);
  const isClear = (title: string) => counts.get(title) === 1 && title !== '__proto__';
  return new Map(all.map(({ id, title }) => [id, isClear(title) ? title : `${title} (${id})`]));
}

/** Of the teams that the ranking counts: the overall one, or the one of a division. */
export function ctftimeFeedOf(
  { challenges, items }: Pick<Scoreboard, 'challenges' | 'items'>,
  division?: number,
): CtftimeFeed {
  const tasks = nameTasks(challenges);
  const ranked =
    division === undefined
      ? items
      : items
          .filter(({ divisionId }) => divisionId === division)
          .map((row) => ({ ...row, rank: row.divisionRank ?? 0 }));
  const standings = ranked
    .filter(({ rank }) => rank > 0)
    .map(({ rank, name, score, lastSubmissionTime, solvedChallenges }) => ({
      pos: rank,
      team: name,
      score,
      taskStats: Object.fromEntries(
        solvedChallenges.map((solve) => [
          tasks.get(solve.id) ?? String(solve.id),
          { points: solve.score, time: secondsOf(solve.time) },
        ]),
      ),
      ...(lastSubmissionTime > minimumInstant ? { lastAccept: secondsOf(lastSubmissionTime) } : {}),
    }));
  return { tasks: [...tasks.values()], standings };
}
