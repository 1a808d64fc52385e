import { QueryClient } from '@tanstack/react-query';
import type { Scoreboard } from '@vexil/contract/scoreboard';
import { noChanges } from '@vexil/rules/scoreboard.delta.rules';
import { staffVersion } from '@vexil/rules/scoreboard.freeze.rules';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { receiveScoreboardDelta, scoreboardQuery } from './scoreboard-cache';

const team = { id: 7, name: 'Foxes', bio: null, avatar: null, divisionId: null, reset: true };

function buildBoard(version: number): Scoreboard {
  const challenge = { id: 1, title: 'Gate', category: 'Web' as const, score: 500, solved: 0, deadline: null };
  return {
    updateTimeUtc: version * 1000,
    bloodBonus: 0,
    timelines: [],
    items: [],
    divisions: [],
    challenges: { Web: [{ ...challenge, bloods: [], disableBloodBonus: false }] },
    challengeCount: 1,
    version,
  };
}

const addsTeam = (version: number, id = 7) => ({
  ...noChanges(version * 1000),
  rows: [{ ...team, id, name: `Team ${id}` }],
});

const key = scoreboardQuery(3).queryKey;

/** The next request; it is answered by the function. */
const stubFetch = () =>
  new Promise<(reply: Response) => void>((asked) => {
    vi.stubGlobal('fetch', () => new Promise<Response>(asked));
  });

describe('the board in the cache', () => {
  let client: QueryClient;
  const fetched = vi.fn();
  const board = () => client.getQueryData(key);
  const teams = () => board()?.items.map(({ id }) => id);

  const receive = (version: number, delta: unknown, from = version - 1) =>
    receiveScoreboardDelta(client, 3, { from, version, delta });

  beforeEach(() => {
    vi.useFakeTimers();
    fetched.mockReset();
    client = new QueryClient();
    client.invalidateQueries = fetched;
  });
  afterEach(() => vi.useRealTimers());

  it('goes from version to version with the deltas, also where it came with the page', async () => {
    client.setQueryData(key, buildBoard(4));
    receive(5, addsTeam(5, 7));
    receive(6, addsTeam(6, 8));
    await vi.waitFor(() => expect(board()?.version).toBe(6));
    expect(teams()).toEqual([7, 8]);
  });

  it('takes a delta that leads over several versions', () => {
    client.setQueryData(key, buildBoard(4));
    receive(9, addsTeam(9, 7), 4);
    receive(10, addsTeam(10, 8));
    expect(board()?.version).toBe(10);
    expect(teams()).toEqual([7, 8]);
  });

  it('goes on from a fetched board in the middle of a delta that leads over several solves', () => {
    const row = { ...team, name: 'Foxes', reset: true };
    const solve = (challengeId: number) => ({ teamId: 7, challengeId, userName: 'ann', time: 1000, scores: true });
    const value = { id: 1, score: 400, solved: 1, bloods: [7], info: null };
    client.setQueryData(key, buildBoard(4));
    receive(5, { ...noChanges(5000), rows: [row] });
    receive(6, { ...noChanges(6000), challenges: [value], solves: [solve(1)] });
    const middle = board();
    expect(middle?.items[0]).toMatchObject({ score: 400, solvedCount: 1 });

    client.setQueryData(key, buildBoard(4));
    receive(9, { ...noChanges(9000), challenges: [{ ...value, score: 300 }], solves: [solve(1)] }, 5);
    client.setQueryData(key, middle);
    receive(10, noChanges(10_000), 9);
    vi.advanceTimersByTime(5000);
    expect(fetched).not.toHaveBeenCalled();
    expect(board()?.version).toBe(10);
    expect(board()?.items[0]).toMatchObject({ score: 300, solvedCount: 1 });
  });

  it('fetches in the middle of a delta that changes more than solves', () => {
    client.setQueryData(key, buildBoard(6));
    receive(9, addsTeam(9), 5);
    vi.advanceTimersByTime(5000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('fetches when the other board of a frozen game follows, whatever the times', () => {
    client.setQueryData(key, { ...buildBoard(4), version: staffVersion(9) });
    receive(5, addsTeam(4, 7));
    vi.advanceTimersByTime(5000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('takes a delta that comes twice once', () => {
    client.setQueryData(key, buildBoard(4));
    receive(5, addsTeam(5));
    receive(5, addsTeam(5));
    vi.advanceTimersByTime(5000);
    expect(board()?.version).toBe(5);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('fetches once after a gap, however many deltas follow', () => {
    client.setQueryData(key, buildBoard(4));
    for (const version of [6, 7, 8]) receive(version, addsTeam(version, version));
    expect(fetched).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(board()?.version).toBe(4);
  });

  it('retries with growing delays while the announced version is not served yet, and gives up in the end', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.9);
    onTestFinished(() => random.mockRestore());
    client.setQueryData(key, buildBoard(4));
    receive(6, addsTeam(6, 8));
    await vi.advanceTimersByTimeAsync(2500);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(5);
    receive(7, addsTeam(7, 9));
    fetched.mockImplementation(() => client.setQueryData(key, buildBoard(7)));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(6);
  });

  it('never falls behind what it has shown when an older board is fetched', async () => {
    vi.useRealTimers();
    client.setQueryData(key, buildBoard(4));
    receive(5, addsTeam(5, 7));
    receive(6, addsTeam(6, 8));
    const shown = board();
    vi.stubGlobal('fetch', async () => Response.json(buildBoard(4)));
    await client.fetchQuery({ ...scoreboardQuery(3), staleTime: 0 });
    vi.unstubAllGlobals();
    expect(board()).toEqual(shown);
  });

  it('needs no fetch when the missing delta comes late', () => {
    client.setQueryData(key, buildBoard(4));
    receive(6, addsTeam(6, 8));
    receive(5, addsTeam(5, 7));
    vi.advanceTimersByTime(5000);
    expect(board()?.version).toBe(6);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('fetches when the delta says that it is no smaller than the board', () => {
    client.setQueryData(key, buildBoard(4));
    receive(5, { full: true, updateTimeUtc: 5000 });
    vi.advanceTimersByTime(5000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('fetches when the numbers begin anew', () => {
    client.setQueryData(key, buildBoard(40));
    receive(41, addsTeam(41, 7));
    receive(2, { ...addsTeam(2, 9), updateTimeUtc: 50_000 });
    vi.advanceTimersByTime(5000);
    expect(teams()).toEqual([7]);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('fetches when a delta cannot be read', () => {
    client.setQueryData(key, buildBoard(4));
    receive(5, { updateTimeUtc: 5000, surprise: true });
    vi.advanceTimersByTime(5000);
    expect(board()?.version).toBe(4);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['no smaller than the board', 5, { full: true, updateTimeUtc: 5000 }, 4],
    ['of a later version', 6, addsTeam(6, 8), 5],
  ])('fetches again when a delta %s arrived during the fetch', async (_name, version, delta, from) => {
    const asked = stubFetch();
    const fetching = client.fetchQuery(scoreboardQuery(3));
    const answer = await asked;
    receive(version, delta, from);
    answer(Response.json(buildBoard(4)));
    await fetching;
    vi.unstubAllGlobals();
    expect(fetched).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('fetches again when a delta of an unopened board is newer than the first fetch', async () => {
    receive(5, { full: true, updateTimeUtc: 5000 });
    vi.stubGlobal('fetch', async () => Response.json(buildBoard(4)));
    await client.fetchQuery(scoreboardQuery(3));
    vi.unstubAllGlobals();
    vi.advanceTimersByTime(5000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('applies to a fetched board the deltas that arrived during the fetch', async () => {
    vi.useRealTimers();
    const asked = stubFetch();
    const fetching = client.fetchQuery(scoreboardQuery(3));
    const answer = await asked;
    receive(5, addsTeam(5, 7));
    receive(6, addsTeam(6, 8));
    answer(Response.json(buildBoard(5)));
    await fetching;
    vi.unstubAllGlobals();
    expect(board()?.version).toBe(6);
    expect(teams()).toEqual([8]);
  });
});
