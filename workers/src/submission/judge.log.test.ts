import type { Verdict } from '@vexil/rules/judge.rules';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkerDeps } from '../deps';
import { logVerdicts, logWrongAnswerCounts } from './judge.log';
import { pairLinesMax, summariesMax, windowLinesMax, windowMs } from './wrong-answers.rules';

const challenges = new Map([[7, { title: 'Gate', gameTitle: 'Spring' }]]);

let nextId: number;
let lines: string[];
let deps: Pick<WorkerDeps, 'log' | 'database'>;
beforeEach(() => {
  nextId = 1;
  lines = [];
  const log = pino({ base: null, timestamp: false }, { write: (text: string) => void lines.push(text) });
  deps = { log, database: {} as WorkerDeps['database'] };
});
afterEach(() => void vi.useRealTimers());

function verdict(result: Verdict['result'], { solves = result === 'Accepted', team = 1 } = {}): Verdict {
  const submission = {
    id: nextId,
    challengeId: 7,
    participationId: team,
    userName: 'ada',
    teamName: 'Owls',
    ip: '10.0.0.1',
    answerHash: 'a-hash',
  } as Verdict['submission'];
  nextId += 1;
  const owner = result === 'CheatDetected' ? { participationId: 9, teamName: 'Foxes' } : null;
  return { submission, result, solves, owner, isEarlierFlag: false, isCanary: false };
}

const wrong = (count: number, team = 1) => Array.from({ length: count }, () => verdict('WrongAnswer', { team }));
const linesWritten = () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>);
const textsWritten = () => linesWritten().map(({ msg }) => msg);

function linesOf(verdicts: Verdict[]) {
  logVerdicts(deps, { gameId: 2, challenges, verdicts });
  return linesWritten();
}

describe('the log of verdicts', () => {
  it('names team, challenge, game, submission and address', () => {
    const where = { level: 30, event: 'submission.judged', gameId: 2, challengeId: 7, userName: 'ada', ip: '10.0.0.1' };
    expect(linesOf([verdict('Accepted'), verdict('CheatDetected'), verdict('WrongAnswer')])).toEqual([
      { ...where, status: 'Success', msg: 'Team Owls solved Gate in Spring (submission 1)' },
      {
        ...where,
        status: 'Denied',
        msg: 'Team Owls answered Gate in Spring with a flag of team Foxes (submission 2)',
      },
      { ...where, status: 'Failed', msg: 'Team Owls sent a wrong answer to Gate in Spring (submission 3)' },
    ]);
  });

  it('omits right answers after the solve', () => {
    expect(linesOf([verdict('Accepted', { solves: false })])).toEqual([]);
  });

  it('summarises a burst of solves in one line', () => {
    const burst = [...Array(30).fill(verdict('Accepted')), verdict('CheatDetected')];
    expect(linesOf(burst).map(({ msg }) => msg)).toEqual(['30 solves and 1 cheat finding on 1 challenge in Spring']);
    expect(linesOf(Array(6).fill(verdict('Accepted')))).toHaveLength(1);
    expect(linesOf(Array(5).fill(verdict('Accepted')))).toHaveLength(5);
  });
});

describe('a burst of wrong answers', () => {
  it('is summarised in one line after a minute, for any number of batches', () => {
    vi.useFakeTimers();
    expect(linesOf(wrong(2))).toHaveLength(2);
    expect(linesOf(wrong(4))).toHaveLength(1);
    expect(linesOf(wrong(3))).toEqual([]);
    vi.advanceTimersByTime(windowMs - 1);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(linesWritten()).toEqual([
      {
        level: 30,
        event: 'submission.wrong_answers',
        gameId: 2,
        challengeId: 7,
        userName: 'ada',
        ip: '10.0.0.1',
        status: 'Failed',
        msg: 'Team Owls sent 6 more wrong answers to Gate in Spring within a minute (between submissions 4 and 9)',
      },
    ]);
    vi.advanceTimersByTime(windowMs);
    expect(lines).toEqual([]);
    expect(linesOf(wrong(1))).toHaveLength(1);
  });

  it('of many teams logs a bounded number of lines', () => {
    for (let team = 0; team < 2000; team += 1) logVerdicts(deps, { gameId: 2, challenges, verdicts: wrong(10, team) });
    expect(lines.length).toBe(windowLinesMax);
    lines.splice(0);
    logWrongAnswerCounts(deps);
    const texts = textsWritten();
    expect(texts).toHaveLength(summariesMax + 1);
    const rest = 20_000 - windowLinesMax - summariesMax * 10;
    expect(texts.at(-1)).toBe(`Other teams sent ${rest} more wrong answers within a minute`);
  });

  it('is logged once when the worker stops', () => {
    linesOf(wrong(pairLinesMax + 1));
    logWrongAnswerCounts(deps);
    expect(textsWritten()).toEqual([
      'Team Owls sent 1 more wrong answer to Gate in Spring within a minute (submission 4)',
    ]);
    logWrongAnswerCounts(deps);
    expect(lines).toEqual([]);
  });

  it('logs nothing when no answer was wrong', () => {
    logWrongAnswerCounts(deps);
    expect(lines).toEqual([]);
  });
});
