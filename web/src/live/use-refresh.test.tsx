import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../api/call';
import { routeKey } from '../api/route-query';
import { earlyWaitMs } from '../api/send';
import { type ConnectionEvents, transport } from './hub-connection';
import { dataAgeMs } from './refetch';
import { refresh, useRefresh } from './use-refresh';

const gameKey = (id: number) => routeKey(gameEndpoints.get, { params: { id } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

let client: QueryClient;
let asked: Record<string, number>;
let connect: () => void;
let events: ConnectionEvents | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  refresh.intervalMs = 10_000;
  client = new QueryClient();
  asked = { own: 0, other: 0 };
  transport.open = (_address, given) =>
    new Promise((resolve) => {
      events = given;
      connect = () => resolve({ stop: async () => given.onClose() });
    });
});
afterEach(async () => {
  await pass(10_000);
  vi.useRealTimers();
});

function Page() {
  const query = (name: string, id: number) => ({
    queryKey: gameKey(id),
    queryFn: () => (asked[name] = (asked[name] ?? 0) + 1),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useRefresh(31);
  useQuery(query('own', 31));
  useQuery(query('other', 32));
  return null;
}

async function show() {
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  // The hub waits until the page is there.
  await pass(10);
  return unmount;
}

describe("a game's data", () => {
  it('is fetched every ten seconds while the hub is not connected, and no other data', async () => {
    const unmount = await show();
    expect(asked).toEqual({ own: 1, other: 1 });
    await pass(8900);
    expect(asked.own).toBe(1);
    await pass(2200);
    expect(asked.own).toBe(2);
    await pass(50_000);
    expect(asked.own).toBeGreaterThanOrEqual(6);
    expect(asked.other).toBe(1);
    unmount();
  });

  it('is not fetched again while the hub is connected, and is from the moment it is not', async () => {
    const unmount = await show();
    connect();
    await pass(120_000);
    expect(asked.own).toBe(1);
    act(() => events?.onClose());
    await pass(11_100);
    expect(asked.own).toBe(2);
    connect();
    await pass(60_000);
    expect(asked.own).toBe(2);
    unmount();
  });

  it('is not fetched for a tab that is not seen', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const unmount = await show();
    await pass(60_000);
    expect(asked.own).toBe(1);
    hidden.mockRestore();
    unmount();
  });
});

describe('dataAgeMs', () => {
  it('is the age of the oldest reply of the game', async () => {
    expect(dataAgeMs(client, 31)).toBeUndefined();
    client.setQueryData(gameKey(32), {} as never);
    await pass(1000);
    client.setQueryData(gameKey(31), {} as never);
    await pass(500);
    client.setQueryData(routeKey(noticeEndpoints.list, { params: { id: 31 }, query: {} }), []);
    await pass(200);
    expect(dataAgeMs(client, 31)).toBe(700 + earlyWaitMs());
  });

  it('counts the time that replies to start.js had waited for the page', async () => {
    const early = { response: new Response('{}'), sentAt: Date.now() - 7000, receivedAt: Date.now() - 6000 };
    window.earlyReplies = new Map([['/api/game/31', Promise.resolve(early)]]);
    await call(gameEndpoints.get, { params: { id: 31 } });
    client.setQueryData(gameKey(31), {} as never);
    expect(earlyWaitMs()).toBeGreaterThanOrEqual(6000);
    expect(dataAgeMs(client, 31)).toBe(earlyWaitMs());
  });
});
