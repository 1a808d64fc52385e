import { submissionEndpoints } from '@vexil/contract/submission.endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acquireLive } from '../../live/connection';
import { transport } from '../../live/hub-connection';
import { answer, callsOf } from '../../testing/api';
import { awaitVerdict, subscribeToVerdicts } from './await-verdict';

const ids = { gameId: 41, challengeId: 1, submissionId: 5 };
const calls = () => callsOf(submissionEndpoints.status).length;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('a verdict that no message reports', () => {
  it.each([
    ['soon', 'down', 900, 200],
    ['after ten seconds', 'up', 9900, 200],
  ])('is asked for %s while the connection is %s', async (_when, state, quietMs, restMs) => {
    transport.open = () =>
      state === 'up' ? Promise.resolve({ stop: async () => {} }) : Promise.reject(new Error('refused'));
    answer(submissionEndpoints.status, 'WrongAnswer');
    const release = acquireLive('user', ids.gameId);
    await pass(0);
    const subscription = subscribeToVerdicts(ids.gameId, ids.challengeId);
    const verdict = awaitVerdict(ids, subscription);
    await pass(quietMs);
    expect(calls()).toBe(0);
    await pass(restMs);
    expect(calls()).toBe(1);
    await expect(verdict).resolves.toEqual({ verdict: 'WrongAnswer', isEarlierFlag: false, isPolled: true });
    subscription.unsubscribe();
    release();
    await pass(10_000);
  });
});
