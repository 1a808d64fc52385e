import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDatabaseClock } from './database-clock';

/** A machine, a steady clock that began somewhere, and PostgreSQL, whose true times move together. */
function createMachine({ skewMs = 0 } = {}) {
  const state = { trueMs: 1_800_000_000_000, skewMs, databaseSkewMs: 0, replyMs: 0, isAway: false };
  const clock = createDatabaseClock(
    async () => {
      if (state.isAway) throw new Error('away');
      const time = state.trueMs + state.databaseSkewMs;
      state.trueMs += state.replyMs;
      return time;
    },
    { systemNow: () => state.trueMs + state.skewMs, steadyNow: () => state.trueMs - 1_799_999_999_000 },
  );
  return { state, clock, now: () => clock.now().getTime() };
}

describe('the clock of PostgreSQL', () => {
  it('is that of the machine until it was read', async () => {
    const { state, clock, now } = createMachine({ skewMs: 300_000 });
    state.isAway = true;
    await expect(clock.read()).rejects.toThrow('away');
    expect([now() - state.trueMs, clock.skewMs()]).toEqual([300_000, null]);
  });

  it('holds on a machine whose clock is wrong, is set, or cannot reach PostgreSQL any more', async () => {
    const { state, clock, now } = createMachine({ skewMs: 300_000 });
    await clock.read();
    expect([now() - state.trueMs, clock.skewMs()]).toEqual([0, 300_000]);
    state.skewMs = -3_600_000;
    state.isAway = true;
    await expect(clock.read()).rejects.toThrow('away');
    state.trueMs += 60_000;
    expect([now() - state.trueMs, clock.skewMs()]).toEqual([0, -3_600_000]);
  });

  it('follows PostgreSQL when its clock is set', async () => {
    const { state, clock, now } = createMachine();
    await clock.read();
    state.databaseSkewMs = -90_000;
    await clock.read();
    expect([now() - state.trueMs, clock.skewMs()]).toEqual([-90_000, 90_000]);
  });

  it('never differs by more than the fastest reading took, however slow the others were', async () => {
    const delays = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(delays, fc.integer({ min: -1e9, max: 1e9 }), async (replies, skewMs) => {
        const { state, clock, now } = createMachine({ skewMs });
        for (const replyMs of replies) {
          state.replyMs = replyMs;
          await clock.read();
          state.trueMs += 10_000;
        }
        expect(Math.abs(now() - state.trueMs)).toBeLessThanOrEqual(Math.min(...replies) + 1);
      }),
    );
  });
});
