import type { QueryClient } from '@tanstack/react-query';

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
