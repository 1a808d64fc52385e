// The public board of a game and, while it is frozen, the staff board: advanced by solves and rebuilt after other
// changes, without a database.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySolves, createState, type ScoreboardState } from './scoreboard.advance.rules';
import type { Scoreboard } from './scoreboard.board.rules';
import { applyScoreboardDelta, type ScoreboardDelta } from './scoreboard.delta.rules';
import { limitDelta, scoreboardDelta } from './scoreboard.diff.rules';
import { factsAtFreeze } from './scoreboard.freeze.rules';
import { challengesFor, groupOf, mainGroup, scoringAlone } from './scoreboard.group.rules';
import { computeScoreboard, type ScoreboardFacts, stands } from './scoreboard.rules';
import { anyChange, type Change, expectSame, later, newSolve, overTheWire, someFacts } from './testing/board-histories';

/** PROPERTY_RUNS=2000 looks further, and takes minutes on a busy machine. */
const runs = Number(process.env.PROPERTY_RUNS ?? 300);

/** A board, and a follower that applies its deltas alone. */
interface Variant {
  state: ScoreboardState;
  follower: Scoreboard;
}

interface Step {
  changes: Change[];
  /** Only solves: the board is advanced instead of rebuilt. */
  onlySolves: boolean;
  /** What becomes of the freeze: as it was, lifted, or at the time of the solve in the middle. */
  freeze: 'stays' | 'lifted' | 'set';
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      changes: fc.array(newSolve, { minLength: 1, maxLength: 4 }),
      onlySolves: fc.constant(true),
      freeze: fc.constant('stays' as const),
    }),
  },
  fc.record({
    changes: fc.array(anyChange, { maxLength: 4 }),
    onlySolves: fc.constant(false),
    freeze: fc.constantFrom('stays', 'stays', 'lifted', 'set'),
  }),
);

const shownTo = (facts: ScoreboardFacts, freeze: number | null) =>
  freeze === null ? facts : factsAtFreeze(facts, freeze);

function open(facts: ScoreboardFacts, asOf: number): Variant {
  const board = computeScoreboard(facts, asOf);
  return { state: createState(facts, board), follower: board };
}

function follow(variant: Variant, delta: ScoreboardDelta): void {
  const next = applyScoreboardDelta(variant.follower, overTheWire(delta));
  // A full delta makes the client fetch the published board.
  variant.follower = next ?? variant.state.board;
}

function rebuild(variant: Variant, facts: ScoreboardFacts, asOf: number): void {
  const board = computeScoreboard(facts, asOf);
  variant.state = createState(facts, board);
  follow(variant, scoreboardDelta(variant.follower, board));
}

function advance(variant: Variant, facts: ScoreboardFacts, asOf: number): void {
  const changes = applySolves(variant.state, facts.solves.filter(stands), asOf);
  if (changes) follow(variant, limitDelta(changes));
}

/** What a board says of those who score together: values, bloods and points. */
function partOf(board: Scoreboard, group: number, alone: ReadonlySet<number>) {
  const values = Object.values(challengesFor(board, group)).flat();
  const rows = board.items.filter(({ divisionId }) => groupOf(divisionId, alone) === group);
  return {
    values: values.map(({ id, score, solved, bloods }) => ({ id, score, solved, bloods })),
    rows: rows.map(({ id, score, solvedChallenges, divisionRank }) => ({ id, score, solvedChallenges, divisionRank })),
  };
}

/** A game in which nothing but this group ever was. */
const aloneIn = (facts: ScoreboardFacts, group: number, alone: ReadonlySet<number>): ScoreboardFacts => ({
  ...facts,
  divisions: facts.divisions.map((one) => ({ ...one, scoresAlone: false })),
  participations: facts.participations.filter(({ divisionId }) => groupOf(divisionId, alone) === group),
  // What others have solved lists a challenge for all.
  challenges: facts.challenges.map((one) => ({ ...one, requires: null })),
});

describe('the boards of a game after any history', () => {
  it('has in each group what a game of this group alone has, whatever the others do', () => {
    fc.assert(
      fc.property(someFacts, fc.array(anyChange, { maxLength: 30 }), (first, changes) => {
        const facts = changes.reduce((changed, change) => change(changed), first);
        const open = { ...facts, challenges: facts.challenges.map((one) => ({ ...one, requires: null })) };
        const alone = scoringAlone(facts.divisions);
        const board = computeScoreboard(open, later);
        for (const group of [mainGroup, ...alone]) {
          const apart = computeScoreboard(aloneIn(facts, group, alone), later);
          expect(partOf(board, group, alone)).toEqual(partOf(apart, mainGroup, new Set()));
        }
        for (const { rank, divisionId } of board.items) if (alone.has(divisionId ?? 0)) expect(rank).toBe(0);
      }),
      { numRuns: runs },
    );
  });

  it('equal the boards of all facts, frozen or not, on the server and in a follower of the deltas', () => {
    fc.assert(
      fc.property(someFacts, fc.array(step, { minLength: 1, maxLength: 14 }), (first, steps) => {
        let facts = first;
        let freeze: number | null = null;
        let asOf = later;
        const everybody = open(facts, asOf);
        const staff = open(facts, asOf);
        for (const { changes, onlySolves, freeze: turn } of steps) {
          asOf += 1;
          facts = changes.reduce((changed, change) => change(changed), facts);
          if (turn === 'lifted') freeze = null;
          if (turn === 'set') freeze = facts.solves.at(facts.solves.length >> 1)?.time ?? later;
          for (const [variant, shown] of [
            [everybody, shownTo(facts, freeze)],
            [staff, facts],
          ] as const) {
            if (onlySolves) advance(variant, shown, asOf);
            else rebuild(variant, shown, asOf);
            const { board } = variant.state;
            expectSame(board, computeScoreboard(shown, board.updateTimeUtc));
            expectSame(variant.follower, board);
          }
        }
      }),
      { numRuns: runs },
    );
  });
});
