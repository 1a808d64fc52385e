import { isDeepStrictEqual } from 'node:util';
import { applySolves, createState } from '@vexil/rules/scoreboard.advance.rules';
import { computeScoreboard, type ScoreboardFacts } from '@vexil/rules/scoreboard.rules';
import { largeFacts } from '@vexil/rules/testing/board-histories';
import { median } from '../../lib/quantile';
import type { Row } from './row';

const large = { teams: 10_000, challenges: 100, solves: 150_000 };
const tiny = { teams: 50, challenges: 10, solves: 200 };
const applied = 500;
const rounds = 9;

/** Milliseconds of one solve, of the last `count` of the facts. */
function applyLast(facts: ScoreboardFacts, count: number, asOf: number): number {
  const kept = { ...facts, solves: facts.solves.slice(0, -count) };
  const state = createState(kept, computeScoreboard(kept, asOf));
  const begin = performance.now();
  for (const solve of facts.solves.slice(-count)) applySolves(state, [solve], asOf);
  const ms = (performance.now() - begin) / count;
  if (!isDeepStrictEqual(state.board, computeScoreboard(facts, asOf)))
    throw new Error('The board after the solves is not the one that the facts give.');
  return ms;
}

export const awards: Row = async ({ harness: { options } }) => {
  const size = options.smoke ? tiny : large;
  const count = options.smoke ? 20 : applied;
  const without = largeFacts(size);
  const { start } = without.game;
  const given = without.participations.map(({ id: participationId }, at) => {
    const times = { time: start, givenAt: start, reversedAt: null };
    return { id: at + 1, participationId, points: at % 2 ? 50 : -30, reason: 'Late.', label: null, ...times };
  });
  const withAwards = { ...without, awards: given };
  const asOf = start + 200;
  const times: { without: number; with: number }[] = [];
  for (let round = -1; round < (options.smoke ? 1 : rounds); round += 1) {
    const measured = [applyLast(without, count, asOf), applyLast(withAwards, count, asOf)];
    // The first round meets cold code.
    if (round >= 0) times.push({ without: measured[0] ?? Number.NaN, with: measured[1] ?? Number.NaN });
  }
  return [
    {
      what: `one solve applied where each of ${size.teams} teams has an award, to one without, median of turns`,
      value: median(times.map((time) => time.with / time.without)),
      unit: 'times',
      budgets: [{ atMost: 1.05 }],
      note: `${median(times.map((time) => time.without)).toFixed(3)} ms without, each board equal to its recomputation`,
    },
  ];
};
