import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBoard, buildFacts } from '../../testing/boards';
import { keptSteps, prepareReveal, type RevealSteps, standingsAfter, stepBack, stepForward } from './reveal-steps';

const challenges = [41, 42, 43, 44].map((id) => ({ id, title: `Task ${id}`, category: 'Web' as const }));

/** A game with some teams of a division without overall rank, and a freeze between two of its solves. */
const games = fc
  .record({
    teams: fc.integer({ min: 1, max: 8 }),
    attempts: fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(41, 42, 43, 44)), { maxLength: 24 }),
    frozenFrom: fc.nat(24),
  })
  .map(({ teams, attempts, frozenFrom }) => {
    const solves = [...new Map(attempts.filter(([team]) => team <= teams).map((each) => [each.join(), each])).values()];
    const facts = buildFacts({ teams, challenges, solves, divisionOf: (team) => (team % 3 === 0 ? 9 : 1) });
    const after = facts.game.start + frozenFrom * 60_000;
    return {
      board: buildBoard(facts),
      facts,
      span: { after, shown: computeScoreboard(facts, after), end: facts.game.end },
    };
  });
const orders = fc.array(fc.constantFrom(0, 1, 3, Number.POSITIVE_INFINITY), { minLength: 24, maxLength: 24 });

describe('the reveal', () => {
  it('ends with the true board, whatever order is chosen while it runs', () => {
    fc.assert(
      fc.property(games, orders, ({ board, span }, order) => {
        const reveal = prepareReveal(board, span);
        let steps: RevealSteps = [];
        for (let count = 0; count < reveal.total; count += 1) {
          const next = stepForward(reveal, steps, { lastTeams: order[count] ?? 0 });
          expect(next).toHaveLength(steps.length + 1);
          steps = next;
        }
        expect(standingsAfter(reveal, steps)).toEqual(board.items);
        expect(stepForward(reveal, steps, { lastTeams: 0 })).toBe(steps);
        // Also when the ranks are computed instead of taken from the board.
        expect(standingsAfter({ ...reveal, total: reveal.total + 1 }, steps)).toEqual(board.items);
      }),
    );
  });

  it('goes back by exactly one step', () => {
    fc.assert(
      fc.property(games, orders, ({ board, span }, order) => {
        const reveal = prepareReveal(board, span);
        let steps: RevealSteps = [];
        for (let count = 0; count < reveal.total; count += 1) {
          const before = standingsAfter(reveal, steps);
          const next = stepForward(reveal, steps, { lastTeams: order[count] ?? 0 });
          expect(stepBack(next)).toEqual(steps);
          expect(standingsAfter(reveal, stepBack(next))).toEqual(before);
          steps = next;
        }
      }),
    );
  });

  it('begins with the solves of the freeze, and never moves a team that has nothing left to open', () => {
    fc.assert(
      fc.property(games, ({ board, facts, span }) => {
        const reveal = prepareReveal(board, span);
        const frozen = computeScoreboard(facts, span.after);
        const solvesOf = (rows: readonly { id: number; solvedChallenges: { id: number }[] }[]) =>
          new Map(rows.map(({ id, solvedChallenges }) => [id, solvedChallenges.map((solve) => solve.id)]));
        expect(solvesOf(standingsAfter(reveal, []))).toEqual(solvesOf(frozen.items));
        let steps: RevealSteps = [];
        while (steps.length < reveal.total) {
          const standings = standingsAfter(reveal, steps);
          const left = new Map([...reveal.closed].map(([id, solves]) => [id, solves.length]));
          for (const id of steps) left.set(id, (left.get(id) ?? 0) - 1);
          const lowest = standings.findLastIndex(({ id }) => (left.get(id) ?? 0) > 0);
          const settled = standings.slice(lowest + 1).map(({ id }) => id);
          expect(board.items.slice(lowest + 1).map(({ id }) => id)).toEqual(settled);
          steps = stepForward(reveal, steps, { lastTeams: 0 });
        }
      }),
    );
  });

  it('opens from the bottom by rank, and for the last teams by time', () => {
    const facts = buildFacts({
      teams: 3,
      challenges,
      solves: [
        [1, 41],
        [1, 42],
        [2, 41],
        [1, 43],
        [3, 41],
        [2, 42],
        [3, 42],
      ],
    });
    const board = buildBoard(facts);
    const { start, end } = facts.game;
    const after = start + 3 * 60_000;
    const shown = computeScoreboard(facts, after);
    const reveal = prepareReveal(board, { shown, end });
    const run = (lastTeams: number) => {
      let steps: RevealSteps = [];
      while (steps.length < reveal.total) steps = stepForward(reveal, steps, { lastTeams });
      return steps;
    };
    expect(run(Number.POSITIVE_INFINITY)).toEqual([1, 3, 2, 3]);
    expect(run(0)[0]).toBe(3);
    expect(keptSteps(reveal, [1, 3])).toEqual([1, 3]);
    expect(keptSteps(reveal, [1, 1])).toEqual([]);
    expect(keptSteps(reveal, 'x')).toEqual([]);
    // What was solved in practice, after the end, is no part of the ceremony.
    expect(prepareReveal(board, { shown, end: after + 2 * 60_000 }).total).toBe(2);
    // A re-judging since the freeze has made a solve of before it, which no one has seen.
    const [first] = facts.solves;
    const rejudged = { ...facts, solves: facts.solves.filter((solve) => solve !== first) };
    const closed = prepareReveal(board, { shown: computeScoreboard(rejudged, after), end });
    expect(closed.closed.get(1)?.map(({ id }) => id)).toEqual([41, 43]);
  });
});
