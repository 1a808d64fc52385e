import { isDeepStrictEqual } from 'node:util';
import { allPermissions } from '@vexil/db/enums/division';
import { applySolves, createState } from '@vexil/rules/scoreboard.advance.rules';
import { computeScoreboard, type ScoreboardFacts } from '@vexil/rules/scoreboard.rules';
import { largeFacts } from '@vexil/rules/testing/board-histories';
import { median } from '../../lib/quantile';
import type { Measure, Row } from './row';

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

type Change = (facts: ScoreboardFacts) => ScoreboardFacts;
const same: Change = (facts) => facts;
/** Values fall with every solve, however many solvers there are. */
const falling: Change = (facts) => ({
  ...facts,
  challenges: facts.challenges.map((one) => ({ ...one, originalScore: 100_000, difficulty: 10_000 })),
});

/** What a solve costs in a large game with the change, to one without it. */
function besideWithout(smoke: boolean, what: string, atMost: number, change: Change, base = same): Measure[] {
  const size = smoke ? tiny : large;
  // Where a value falls, all of its solvers get another score.
  const count = smoke ? 20 : base === same ? applied : applied / 5;
  const without = base(largeFacts(size));
  const changed = change(without);
  const asOf = without.game.start + 200;
  const times: { without: number; with: number }[] = [];
  for (let round = -1; round < (smoke ? 1 : rounds); round += 1) {
    const measured = [applyLast(without, count, asOf), applyLast(changed, count, asOf)];
    // The first round meets cold code.
    if (round >= 0) times.push({ without: measured[0] ?? Number.NaN, with: measured[1] ?? Number.NaN });
  }
  return [
    {
      what: `one solve applied among ${size.teams} teams ${what}, to one without, median of turns`,
      value: median(times.map((time) => time.with / time.without)),
      unit: 'times',
      budgets: [{ atMost }],
      note: `${median(times.map((time) => time.without)).toFixed(3)} ms without, each board equal to its recomputation`,
    },
  ];
}

export const awards: Row = async ({ harness: { options } }) =>
  besideWithout(options.smoke, 'that have an award each', 1.05, (facts) => {
    const { start } = facts.game;
    const given = facts.participations.map(({ id: participationId }, at) => {
      const times = { time: start, givenAt: start, reversedAt: null };
      return { id: at + 1, participationId, points: at % 2 ? 50 : -30, reason: 'Late.', label: null, ...times };
    });
    return { ...facts, awards: given };
  });

/** One team in ten is in a division with a board of its own. */
export const groups: Row = async ({ harness: { options } }) =>
  besideWithout(options.smoke, 'of which a tenth scores alone', 1.1, twoBoards, falling);

function twoBoards(facts: ScoreboardFacts): ScoreboardFacts {
  return {
    ...facts,
    divisions: [{ id: 1, name: 'Robots', scoresAlone: true, defaultPermissions: allPermissions, challengeConfigs: [] }],
    participations: facts.participations.map((one, at) =>
      Math.floor(at / 100) % 10 === 0 ? { ...one, divisionId: 1 } : one,
    ),
  };
}
