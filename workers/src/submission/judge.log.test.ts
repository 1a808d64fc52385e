import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Verdict } from './judge';
import { logVerdicts } from './judge.log';

const challenges = new Map([[7, { title: 'Gate' }]]);

function verdict(result: Verdict['result'], solves = result === 'Accepted'): Verdict {
  const submission = {
    challengeId: 7,
    userName: 'ada',
    teamName: 'Owls',
    answerHash: 'a-hash',
  } as Verdict['submission'];
  const owner = result === 'CheatDetected' ? { participationId: 9, teamName: 'Foxes' } : null;
  return { submission, result, solves, owner };
}

function linesOf(verdicts: Verdict[]) {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (text: string) => void lines.push(text) });
  logVerdicts({ log }, { gameId: 2, challenges, verdicts });
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('what the log says of verdicts', () => {
  it('names who solved and who answered with the flag of another team', () => {
    const where = { level: 30, gameId: 2, challengeId: 7, userName: 'ada' };
    expect(linesOf([verdict('Accepted'), verdict('CheatDetected')])).toEqual([
      { ...where, status: 'Success', msg: 'Owls solved Gate' },
      { ...where, status: 'Denied', msg: 'Owls answered Gate with a flag of Foxes' },
    ]);
  });

  it('is nothing of wrong answers and of those that were right already', () => {
    expect(linesOf([verdict('WrongAnswer'), verdict('NotFound'), verdict('Accepted', false)])).toEqual([]);
  });

  it('is one line of a burst', () => {
    const burst = [...Array(30).fill(verdict('Accepted')), verdict('CheatDetected')];
    expect(linesOf(burst).map(({ msg }) => msg)).toEqual(['30 solves and 1 cheat findings on 1 challenges']);
  });
});
