import type { QueryClient } from '@tanstack/react-query';
import { gamePageEndpoints } from '@vexil/contract/game-page.endpoints';
import { call } from './api/call';
import { accountAfter, accountQuery } from './features/account/account.queries';
import { instancesOf, instancesQuery } from './features/container/container.queries';
import { gameQuery } from './features/game/game.queries';
import { detailsQuery } from './live/details-query';

declare global {
  interface Window {
    /** The game whose page call `start.js` has sent, and the page within it. */
    earlyGame?: { id: number; page?: string };
  }
}

/** A first page whose data takes longer is drawn without it. */
const waitMsMax = 400;

const fetched = (queryClient: QueryClient) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (queryClient.isFetching() > 0) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = queryClient.getQueryCache().subscribe(check);
    check();
  });

/**
 * Resolves once the first page and its data are loaded, so that the page is drawn once: drawn as soon as its scripts have
 * come, it would be drawn again for every reply. `load` loads the page and starts its calls.
 */
export async function loadFirstPage(queryClient: QueryClient, load: () => Promise<void>): Promise<void> {
  const loading = load().then(() => fetched(queryClient));
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, waitMsMax))]);
}

/**
 * Puts what the page call of `start.js` replies into the cache, each member where its own call would. What the server
 * refuses, or all where it does not have that call, the page asks for by itself.
 */
export async function takeEarlyGame(queryClient: QueryClient): Promise<void> {
  const early = window.earlyGame;
  if (!early) return;
  window.earlyGame = undefined;
  const { id, page } = early;
  try {
    const { profile, game, details, instances } = await call(gamePageEndpoints.get, { params: { id } });
    queryClient.setQueryData(accountQuery().queryKey, profile);
    queryClient.setQueryData(gameQuery(id).queryKey, game);
    if (details) queryClient.setQueryData(detailsQuery(id).queryKey, details);
    // No other page asks for them: what it would keep is outdated later.
    if (instances && page === 'challenges')
      queryClient.setQueryData(instancesQuery(id).queryKey, instancesOf(instances));
  } catch (error) {
    // Undefined changes nothing.
    queryClient.setQueryData(accountQuery().queryKey, accountAfter(error));
  }
}
