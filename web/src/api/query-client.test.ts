import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, callsOf, refuse } from '../testing/api';
import { buildDetailedGame } from '../testing/builders';
import { call } from './call';
import { createQueryClient, retryDelayMs } from './query-client';
import { routeQuery } from './route-query';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const game = routeQuery(gameEndpoints.get, { params: { id: 7 } });

describe('a query that a full server refuses', () => {
  it('comes again after the time that the server named, and then has its reply', async () => {
    const client = createQueryClient(() => {});
    refuse(gameEndpoints.get, 'request.busy', { retryAfterSeconds: 4 });
    const reply = client.fetchQuery(game);
    await vi.advanceTimersByTimeAsync(3900);
    expect(callsOf(gameEndpoints.get)).toHaveLength(1);
    answer(gameEndpoints.get, buildDetailedGame({ id: 7 }));
    await vi.advanceTimersByTimeAsync(1200);
    await expect(reply).resolves.toMatchObject({ id: 7 });
    expect(callsOf(gameEndpoints.get)).toHaveLength(2);
  });

  it('gives up in the end, and not for as long as anybody might name', async () => {
    const client = createQueryClient(() => {});
    refuse(gameEndpoints.get, 'request.busy', { retryAfterSeconds: 100_000 });
    const reply = expect(client.fetchQuery(game)).rejects.toMatchObject({ code: 'request.busy' });
    await vi.advanceTimersByTimeAsync(8 * 61_000);
    await reply;
    expect(callsOf(gameEndpoints.get)).toHaveLength(9);
  });

  it('is not repeated for a budget that the reader has used up', async () => {
    const client = createQueryClient(() => {});
    refuse(gameEndpoints.get, 'request.tooMany', { retryAfterSeconds: 4 });
    await expect(client.fetchQuery(game)).rejects.toMatchObject({ code: 'request.tooMany' });
    expect(callsOf(gameEndpoints.get)).toHaveLength(1);
  });
});

describe('a change that a full server refuses', () => {
  const leave = async (client: ReturnType<typeof createQueryClient>) =>
    client
      .getMutationCache()
      .build(client, { mutationFn: () => call(teamEndpoints.leave, { params: { id: 3 } }) })
      .execute(undefined);

  it('is sent again, because nothing was done with it', async () => {
    const client = createQueryClient(() => {});
    refuse(teamEndpoints.leave, 'request.busy', { retryAfterSeconds: 2 });
    const done = leave(client);
    await vi.advanceTimersByTimeAsync(500);
    answer(teamEndpoints.leave, undefined);
    await vi.advanceTimersByTimeAsync(3000);
    await expect(done).resolves.toBeUndefined();
    expect(callsOf(teamEndpoints.leave)).toHaveLength(2);
  });

  it('is sent once where the server may have done it', async () => {
    const client = createQueryClient(() => {});
    refuse(teamEndpoints.leave, 'request.failed');
    await expect(leave(client)).rejects.toMatchObject({ code: 'request.failed' });
    expect(callsOf(teamEndpoints.leave)).toHaveLength(1);
  });
});

describe('the time to the next try', () => {
  it('grows where no time is named', () => {
    expect(retryDelayMs(3, new Error('x'))).toBeGreaterThanOrEqual(4000);
  });
});
