import { describe, expect, it } from 'vitest';
import { runSchedule } from './backup.schedule';

const minute = 60_000;
const hour = 60 * minute;

/** Runs the schedule until the time, with a clock that goes on only while it waits. */
async function run({ lastAt = null as number | null, until = 10 * hour, fails = (_at: number) => false }) {
  let now = 0;
  let last = lastAt;
  const taken: number[] = [];
  const failed: number[] = [];
  const announced: number[] = [];
  await runSchedule({
    everyMs: 3 * hour,
    readLast: async () => last,
    async take() {
      if (fails(now)) throw new Error('The disk is full.');
      taken.push(now);
      last = now;
    },
    onFailure: () => failed.push(now),
    onWait: (dueAt) => announced.push(dueAt),
    now: () => now,
    async wait(ms) {
      now += ms;
    },
    hasEnded: () => now >= until,
  });
  return { taken, failed, announced };
}

describe('the schedule of backups', () => {
  it('begins at once and goes on from the last backup', async () => {
    expect((await run({})).taken).toEqual([0, 3 * hour, 6 * hour, 9 * hour]);
  });

  it('goes on where it was interrupted', async () => {
    const { taken, announced } = await run({ lastAt: -2 * hour });
    expect(taken).toEqual([hour, 4 * hour, 7 * hour]);
    expect(announced).toEqual([...taken, 10 * hour]);
  });

  it('makes up for what was missed with one backup', async () => {
    expect((await run({ lastAt: -30 * hour, until: 2 * hour })).taken).toEqual([0]);
  });

  it('tries again five minutes after a failure', async () => {
    const { taken, failed } = await run({ until: hour, fails: (at) => at < 12 * minute });
    expect(failed).toEqual([0, 5 * minute, 10 * minute]);
    expect(taken).toEqual([15 * minute]);
  });
});
