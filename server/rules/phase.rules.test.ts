import { describe, expect, it } from 'vitest';
import {
  acceptsAnswers,
  acceptsTeams,
  acceptsWriteups,
  answerRefusal,
  clockOf,
  containerCooldownMs,
  cooldownRemainingMs,
  extendedStop,
  gamePhase,
  isInRenewalWindow,
  isInScoringWindow,
} from './phase.rules';

const start = Date.UTC(2026, 4, 1, 8);
const end = Date.UTC(2026, 4, 3, 8);
const deadline = end - 60_000;
const open = { start, end, practiceMode: true, pausedAt: null };
const closed = { ...open, practiceMode: false };
const minute = 60_000;

describe('gamePhase', () => {
  it.each([
    ['just before the start', start - 1, 'Upcoming', 'Upcoming'],
    ['at the start', start, 'Running', 'Running'],
    ['in between', start + 1, 'Running', 'Running'],
    ['at the end', end, 'Running', 'Running'],
    ['just after the end', end + 1, 'Practice', 'Ended'],
  ])('%s', (_, now, withPractice, without) => {
    expect(gamePhase(open, now)).toBe(withPractice);
    expect(gamePhase(closed, now)).toBe(without);
  });

  it('stays what it was when the game was paused', () => {
    const paused = { ...closed, pausedAt: end };
    expect(gamePhase(paused, end + 1)).toBe('Running');
    expect(gamePhase(paused, start - 1)).toBe('Upcoming');
    const times = { startAt: new Date(start), endAt: new Date(end), practiceMode: false };
    expect(clockOf({ ...times, pausedAt: new Date(end) })).toEqual(paused);
    expect(clockOf({ ...times, pausedAt: null })).toEqual(closed);
  });
});

describe('isInScoringWindow', () => {
  it.each([
    ['just before the start', start - 1, null, false],
    ['at the start', start, null, true],
    ['just before the end', end - 1, null, true],
    ['at the end', end, null, false],
    ['at the deadline', deadline, deadline, true],
    ['just after the deadline', deadline + 1, deadline, false],
    ['before a deadline past the end, after the end', end + 1, end + minute, false],
  ])('%s', (_, time, until, expected) => {
    expect(isInScoringWindow(open, { deadline: until }, time)).toBe(expected);
  });
});

describe('answerRefusal', () => {
  it.each([
    ['before the start', start - 1, null, 'notStarted', 'notStarted'],
    ['at the start', start, null, null, null],
    ['at the end', end, null, null, null],
    ['after the end', end + 1, null, null, 'ended'],
    ['at the deadline', deadline, deadline, null, null],
    ['after the deadline, while the game runs', deadline + 1, deadline, null, 'deadlinePassed'],
    ['after deadline and end', end + 1, deadline, null, 'ended'],
  ])('%s', (_, now, until, withPractice, without) => {
    expect(answerRefusal(open, { deadline: until }, now)).toBe(withPractice);
    expect(answerRefusal(closed, { deadline: until }, now)).toBe(without);
    expect(acceptsAnswers(closed, { deadline: until }, now)).toBe(without === null);
  });
});

describe('acceptsTeams', () => {
  it('is true before the start and until the game is closed', () => {
    expect([start - 1, end, end + 1].map((now) => acceptsTeams(closed, now))).toEqual([true, true, false]);
    expect(acceptsTeams(open, end + 1)).toBe(true);
  });
});

describe('acceptsWriteups', () => {
  const writeupDeadline = end + 60 * minute;

  it.each([
    ['before the start', start - 1, false],
    ['at the start', start, true],
    ['after the end', end + 1, true],
    ['at the deadline', writeupDeadline, true],
    ['after the deadline', writeupDeadline + 1, false],
  ])('%s', (_, now, expected) => {
    expect(acceptsWriteups({ start, writeupDeadline, pausedAt: null }, now)).toBe(expected);
  });

  it('have a deadline that does not pass while the game is paused', () => {
    expect(acceptsWriteups({ start, writeupDeadline, pausedAt: writeupDeadline }, writeupDeadline + 1)).toBe(true);
    expect(answerRefusal({ ...closed, pausedAt: deadline }, { deadline }, deadline + 1)).toBe(null);
  });
});

describe('containers', () => {
  const stop = start + 120 * minute;

  it.each([
    ['too early', stop - 10 * minute - 1, false],
    ['when the window opens', stop - 10 * minute, true],
    ['at the last instant', stop, true],
  ])('are extended %s: %s', (_, now, expected) => {
    expect(isInRenewalWindow(stop, now, 10 * minute)).toBe(expected);
  });

  it('are extended from their old stop', () => {
    expect(extendedStop(stop, 120 * minute)).toBe(start + 240 * minute);
  });

  it.each([
    ['never operated', null, 0],
    ['operated just now', start, containerCooldownMs],
    ['operated almost ten seconds ago', start - containerCooldownMs + 1, 1],
    ['operated ten seconds ago', start - containerCooldownMs, 0],
    ['operated long ago', start - minute, 0],
  ])('%s wait %s ms', (_, last, remaining) => {
    expect(cooldownRemainingMs(last, start)).toBe(remaining);
  });
});
