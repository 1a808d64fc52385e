import { describe, expect, it } from 'vitest';
import { buildBoard, buildFacts } from '../../testing/boards';
import { axisEnd, historyOf, scoreAt, sparklinePath } from './score-history';

describe('a score history', () => {
  it('ends at the score on the scoreboard', () => {
    const board = buildBoard(
      buildFacts({
        teams: 2,
        solves: [
          [1, 31],
          [2, 31],
          [1, 32],
        ],
      }),
    );
    for (const row of board.items) expect(historyOf(row).at(-1)?.score ?? 0).toBe(row.score);
  });

  it('gives the score at any time', () => {
    const history = [
      { time: 10, score: 100 },
      { time: 20, score: 150 },
    ];
    expect([0, 9, 10, 19, 20, 99].map((time) => scoreAt(history, time))).toEqual([0, 0, 100, 100, 150, 150]);
    expect(scoreAt([], 5)).toBe(0);
  });

  it('is drawn in steps from zero', () => {
    const path = sparklinePath(
      [{ time: 50, score: 10 }],
      { start: 0, end: 100, until: 80, top: 10 },
      { width: 100, height: 20 },
    );
    expect(path).toBe('M0 20H50.0V0.0H80.0');
  });
});

describe('the end of the time axis', () => {
  it.each([
    [0, 12.5],
    [20, 25],
    [90, 100],
    [110, 150],
    [500, 600],
    [790, 1000],
    [1500, 1600],
    [1600, 1600],
  ])('at %d of 1600 is %d', (now, end) => {
    expect(axisEnd({ start: 0, end: 1600 }, now)).toBe(end);
  });
});
