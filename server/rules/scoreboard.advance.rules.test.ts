import { allPermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import { withoutPermissions } from './permission.rules';
import { defaultScoreCurve } from './score-curve.rules';
import { applySolves, copyState, createState } from './scoreboard.advance.rules';
import { applyScoreboardDelta } from './scoreboard.delta.rules';
import { computeScoreboard, type ScoreboardFacts, type SolveFacts } from './scoreboard.rules';

const challenge = (id: number, enabled = true) =>
  ({
    id,
    title: `C${id}`,
    category: 'Web',
    enabled,
    ...defaultScoreCurve,
    minScoreRate: 0.1,
    difficulty: 3,
    deadline: null,
    disableBloodBonus: false,
  }) as const;
const solve = (team: number, challengeId: number, submissionId: number): SolveFacts => ({
  participationId: 100 + team,
  challengeId,
  submissionId,
  userName: `u${team}`,
  time: 1000 + submissionId,
});
const unscored = withoutPermissions(allPermissions, ['GetScore', 'GetBlood', 'AffectDynamicScore']);
const facts: ScoreboardFacts = {
  game: { id: 1, start: 0, end: 100_000, bloodBonus: 52459530 },
  divisions: [{ id: 9, name: 'Guests', defaultPermissions: unscored, challengeConfigs: [] }],
  participations: [1, 2, 3, 4, 5, 6, 7].map((team) => ({
    id: 100 + team,
    teamId: team,
    teamName: `T${team}`,
    bio: null,
    avatar: `picture ${team}`,
    divisionId: team === 6 ? 9 : null,
    status: team === 7 ? 'Suspended' : 'Accepted',
  })),
  challenges: [challenge(1), challenge(2), challenge(3, false)],
  solves: [],
  awards: [],
};

function play(batches: SolveFacts[][], game: ScoreboardFacts = facts) {
  const [known = [], ...later] = batches;
  const first = { ...game, solves: known };
  const state = createState(first, computeScoreboard(first, 5000));
  const solves = [...known];
  const changes = later.map((batch, step) => {
    const before = state.board;
    const change = applySolves(state, batch, 5001 + step);
    solves.push(...batch.filter((one) => !solves.some(({ submissionId }) => submissionId === one.submissionId)));
    const asOf = state.board.updateTimeUtc;
    expect(state.board).toEqual(computeScoreboard({ ...game, solves }, asOf));
    if (change) expect(applyScoreboardDelta(before, change)).toEqual(state.board);
    return change;
  });
  return { state, changes };
}

describe('applySolves', () => {
  it('gives the board of all facts after each solve', () => {
    const order = [solve(1, 1, 1), solve(2, 1, 2), solve(6, 1, 3), solve(3, 1, 4), solve(4, 1, 5), solve(4, 2, 6)];
    play([[], ...order.map((one) => [one]), [solve(1, 2, 8), solve(5, 2, 7)], [solve(2, 2, 9), solve(5, 1, 10)]]);
    play([order.slice(0, 2), order.slice(2)]);
  });

  it('says what a solve changes', () => {
    const { changes } = play([[solve(1, 1, 1)], [solve(2, 1, 2)]]);
    expect(changes[0]).toMatchObject({
      updateTimeUtc: 5001,
      challenges: [{ id: 1, solved: 2, bloods: [1, 2], info: null }],
      solves: [{ teamId: 2, challengeId: 1, userName: 'u2', time: 1002, scores: true }],
      points: [],
      rows: [],
    });
  });

  it('says of a solve that scores nothing that it does not score', () => {
    const { changes } = play([[solve(1, 1, 1)], [solve(6, 1, 2)]]);
    expect(changes[0]).toMatchObject({
      challenges: [{ id: 1, solved: 1, bloods: [1], info: null }],
      solves: [{ teamId: 6, challengeId: 1, userName: 'u6', time: 1002, scores: false }],
    });
  });

  it('corrects a solve whose points were 0 and are no longer', () => {
    // The first is worth 10, two are worth 0 each, three are worth -5 each.
    const curve = { originalScore: 10, minScoreRate: -1, difficulty: 1 / 0.65, disableBloodBonus: true };
    const game = { ...facts, challenges: [{ ...challenge(1), ...curve }, challenge(2)] };
    const { changes } = play(
      [[solve(1, 1, 1), solve(6, 1, 2), solve(1, 2, 3)], [solve(2, 1, 4)], [solve(3, 1, 5)]],
      game,
    );
    expect(changes.map((change) => [change?.challenges[0]?.score, change?.points])).toEqual([
      [0, []],
      [
        -5,
        [
          { teamId: 1, challengeId: 1, points: -5 },
          { teamId: 2, challengeId: 1, points: -5 },
        ],
      ],
    ]);
  });

  it('replaces no row, list or blood that stays as it was', () => {
    const flat = { ...challenge(1), minScoreRate: 1 };
    const game = { ...facts, challenges: [flat, challenge(2)] };
    const known = [solve(1, 1, 1), solve(2, 2, 2)];
    const state = createState({ ...game, solves: known }, computeScoreboard({ ...game, solves: known }, 5000));
    const before = new Map(state.board.items.map((row) => [row.id, row]));
    const bloods = state.board.challenges.Web?.[0]?.bloods;
    applySolves(state, [solve(6, 1, 3)], 5001);
    const kept = state.board.items.filter((row) => before.get(row.id) === row).map(({ id }) => id);
    expect(kept.sort()).toEqual([1, 2, 3, 4, 5]);
    expect(state.board.challenges.Web?.[0]?.bloods).toBe(bloods);
  });

  it('keeps the given board, and its rows where only the time is new', () => {
    const board = computeScoreboard(facts, 5000);
    const state = createState(facts, board);
    expect(state.board).toBe(board);
    state.updateTimeUtc = 6000;
    expect(state.board).toEqual({ ...board, updateTimeUtc: 6000 });
    expect(state.board.items).toBe(board.items);
  });

  it('replaces no solve whose points stay as they were', () => {
    const known = [solve(6, 1, 1), solve(1, 1, 2)];
    const state = createState({ ...facts, solves: known }, computeScoreboard({ ...facts, solves: known }, 5000));
    const solvesOf = (teamId: number) => state.rows.get(teamId)?.solvedChallenges;
    const [before] = solvesOf(6) ?? [];
    applySolves(state, [solve(2, 1, 3), solve(6, 2, 4)], 5001);
    expect(solvesOf(6)?.[0]).toBe(before);
  });

  it.each([
    ['a solve it has already', solve(1, 1, 1)],
    ['a solve of a team off the board', solve(7, 1, 2)],
    ['a solve of an unknown team', solve(8, 1, 2)],
    ['a solve of a disabled challenge', solve(2, 3, 2)],
  ])('changes nothing by %s', (_, one) => {
    const { state, changes } = play([[solve(1, 1, 1)], [one]]);
    expect(changes).toEqual([null]);
    expect(state.board.updateTimeUtc).toBe(5000);
  });

  it('gives one board for many changes since the last', () => {
    const state = createState(facts, computeScoreboard(facts, 5000));
    const solves = [solve(3, 1, 1), solve(1, 2, 2), solve(1, 1, 3), solve(6, 1, 4), solve(2, 2, 5), solve(3, 2, 6)];
    for (const [step, one] of solves.entries()) applySolves(state, [one], 5001 + step);
    const copy = copyState(state);
    expect(state.board).toEqual(computeScoreboard({ ...facts, solves }, 5006));
    expect(state.board).toBe(state.board);
    expect(copy.board).toEqual(state.board);
  });

  it('goes on from a copy without touching the first', () => {
    const { state } = play([[solve(1, 1, 1)]]);
    const copy = copyState(state);
    applySolves(copy, [solve(2, 1, 2)], 6000);
    expect(state.board.items.map(({ solvedCount }) => solvedCount)).toEqual([1, 0, 0, 0, 0, 0]);
    applySolves(state, [solve(3, 1, 3)], 6001);
    const solves = [solve(1, 1, 1), solve(3, 1, 3)];
    expect(state.board).toEqual(computeScoreboard({ ...facts, solves }, 6001));
    expect(copy.board).toEqual(computeScoreboard({ ...facts, solves: [solve(1, 1, 1), solve(2, 1, 2)] }, 6000));
  });
});
