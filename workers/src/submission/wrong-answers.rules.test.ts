import { describe, expect, it } from 'vitest';
import {
  createWrongAnswerWindow,
  pairLinesMax,
  pairsMax,
  summariesMax,
  type WrongAnswer,
  windowLinesMax,
} from './wrong-answers.rules';

let nextId = 1;
function answer(participationId: number, challengeId: number): WrongAnswer {
  const submission = { id: nextId, challengeId, participationId, teamName: 'Owls', userName: 'ada', ip: '10.0.0.1' };
  nextId += 1;
  return { submission, gameId: 2, title: 'Gate', gameTitle: 'Spring' };
}
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('wrong answers within a minute', () => {
  it('are logged one by one for the first few of a team and challenge', () => {
    const window = createWrongAnswerWindow();
    expect(pairLinesMax).toBe(3);
    expect(times(5).map(() => window.add(answer(1, 1)))).toEqual([true, true, true, false, false]);
    expect([window.add(answer(1, 2)), window.add(answer(2, 1))]).toEqual([true, true]);
  });

  it('are then counted by team and challenge', () => {
    const window = createWrongAnswerWindow();
    times(pairLinesMax).forEach(() => void window.add(answer(1, 1)));
    expect(window.isPending).toBe(false);
    const [first, second, third] = [answer(1, 1), answer(1, 1), answer(1, 1)];
    for (const one of [first, second, third]) expect(window.add(one)).toBe(false);
    expect(window.isPending).toBe(true);
    expect(window.end()).toEqual({ bursts: [{ last: third, firstId: first?.submission.id, count: 3 }], others: 0 });
  });

  it('start again with the next window', () => {
    const window = createWrongAnswerWindow();
    times(pairLinesMax + 1).forEach(() => void window.add(answer(1, 1)));
    window.end();
    expect(window.isPending).toBe(false);
    expect(window.end()).toEqual({ bursts: [], others: 0 });
    expect(window.add(answer(1, 1))).toBe(true);
  });

  it('log a bounded number of lines for any number of teams', () => {
    const window = createWrongAnswerWindow();
    const shown = times(windowLinesMax + 20).filter((at) => window.add(answer(at, 1)));
    expect(shown).toEqual(times(windowLinesMax));
    expect(window.end().bursts).toHaveLength(20);
    expect(times(windowLinesMax + 1).filter((at) => window.add(answer(at, 1)))).toHaveLength(windowLinesMax);
  });

  it('are summarised for the largest pairs and counted together for the others', () => {
    const window = createWrongAnswerWindow();
    times(windowLinesMax).forEach((at) => void window.add(answer(at, 1)));
    // Team 1000 sends one, team 1001 two, and so on.
    for (const team of times(summariesMax + 3)) {
      for (const _ of times(team + 1)) window.add(answer(1000 + team, 2));
    }
    const { bursts, others } = window.end();
    expect(bursts).toHaveLength(summariesMax);
    expect(bursts.map(({ count }) => count)).toEqual(times(summariesMax).map((at) => summariesMax + 3 - at));
    expect(others).toBe(1 + 2 + 3);
  });

  it('use a bounded amount of memory', () => {
    const window = createWrongAnswerWindow();
    for (const team of times(pairsMax + 7)) window.add(answer(team, 1));
    expect(window.isPending).toBe(true);
    const { bursts, others } = window.end();
    expect(bursts.length + others).toBe(pairsMax + 7 - windowLinesMax);
    for (const team of times(pairsMax)) window.add(answer(team, 1));
    for (const _ of times(summariesMax)) window.add(answer(0, 1));
    for (const _ of times(summariesMax)) window.add(answer(pairsMax, 1));
    const again = window.end();
    expect(again.bursts[0]).toMatchObject({ count: summariesMax, last: { submission: { participationId: 0 } } });
    expect(again.bursts.map(({ last }) => last.submission.participationId)).not.toContain(pairsMax);
    expect(again.others).toBe(pairsMax - windowLinesMax - (summariesMax - 1) + summariesMax);
  });

  it('are neither logged nor forgotten beyond it', () => {
    const window = createWrongAnswerWindow();
    for (const team of times(pairsMax)) window.add(answer(team, 1));
    const waiting = pairsMax - windowLinesMax;
    expect(times(waiting).filter((team) => window.add(answer(pairsMax + team, 1)))).toEqual([]);
    expect(window.isPending).toBe(true);
    const { bursts, others } = window.end();
    expect(bursts.length + others).toBe(2 * waiting);
  });
});
