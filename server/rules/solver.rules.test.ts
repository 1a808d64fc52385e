import { describe, expect, it } from 'vitest';
import {
  isCheckDue,
  readSolver,
  solverCommand,
  solverInstanceMs,
  solverOutputBytesMax,
  solverSize,
} from './solver.rules';

const at = (time: string) => new Date(`2026-05-01T${time}:00Z`);
const game = { startAt: at('10:00'), endAt: at('20:00'), practiceMode: false, pausedAt: null };
const challenge = { isEnabled: true, releaseAt: null, everyMinutes: 30, game, lastRequestedAt: null };

describe('isCheckDue', () => {
  it.for([
    ['long before the start', '09:00', {}, false],
    ['half an hour before the start', '09:30', {}, true],
    ['once before the start', '09:45', { lastRequestedAt: at('09:30') }, false],
    ['when the last check is older than that', '09:45', { lastRequestedAt: at('09:29') }, true],
    ['without a schedule, before the start', '09:45', { everyMinutes: 0 }, true],
    ['on schedule', '12:00', { lastRequestedAt: at('11:30') }, false],
    ['when the schedule says so', '12:01', { lastRequestedAt: at('11:30') }, true],
    ['at once where there was none', '12:00', {}, true],
    ['without a schedule', '12:00', { everyMinutes: 0 }, false],
    ['while it is disabled', '12:00', { isEnabled: false }, false],
    ['while it is disabled, before the start', '09:45', { isEnabled: false }, false],
    ['before its release', '13:30', { isEnabled: false, releaseAt: at('14:00'), everyMinutes: 0 }, true],
    ['long before its release', '13:29', { isEnabled: false, releaseAt: at('14:00') }, false],
    ['after a release that waits for a flag', '14:00', { isEnabled: false, releaseAt: at('14:00') }, false],
    ['before the start when the release comes earlier', '09:30', { isEnabled: false, releaseAt: at('08:00') }, true],
    ['after the end', '20:01', {}, false],
    ['after the end with practice', '20:01', { game: { ...game, practiceMode: true } }, true],
  ] as const)('%s', ([, time, values, expected]) => {
    expect(isCheckDue({ ...challenge, ...values }, at(time))).toBe(expected);
  });
});

describe('the solver', () => {
  it('runs its script as the last argument, and the image alone without either', () => {
    expect(solverCommand({ command: [], script: '' })).toBeUndefined();
    expect(solverCommand({ command: ['solve', '-v'], script: '' })).toEqual(['solve', '-v']);
    expect(solverCommand({ command: [], script: 'nc main 1' })).toEqual(['sh', '-c', 'nc main 1']);
    expect(solverCommand({ command: ['python3', '-c'], script: 'print()' })).toEqual(['python3', '-c', 'print()']);
  });

  it('has half a gigabyte, one processor, and 16 KiB of output that are kept', () => {
    expect(solverSize).toEqual({ memoryMiB: 512, cpuTenths: 10 });
    expect(solverOutputBytesMax).toBe(16_384);
  });

  it('has ten minutes for pulling besides its own time', () => {
    expect(solverInstanceMs({ timeoutSeconds: 90 })).toBe(690_000);
  });

  it('is none where the stored one does not fit', () => {
    const stored = { image: 'a', command: [], timeoutSeconds: 60, everyMinutes: 0, showStatus: false };
    expect(readSolver(stored, null)).toEqual({ ...stored, script: '' });
    expect(readSolver(stored, 'nc main 1')).toEqual({ ...stored, script: 'nc main 1' });
    expect(readSolver({ ...stored, everyMinutes: 3 }, null)).toBeNull();
    expect(readSolver(null, 'x')).toBeNull();
  });
});
