import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { OwnProfile } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { ApiError, isError } from '../../api/api-error';
import { call } from '../../api/call';
import { forgetKept } from '../../api/kept-data';
import { routeKey } from '../../api/route-query';
import { toastFailure } from '../../ui/toast';
import { hasUnsaved } from '../../ui/unsaved';

export type Account = OwnProfile;

/** The signed-in account, or null. */
export const accountQuery = () =>
  queryOptions({
    queryKey: routeKey(accountEndpoints.profile),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Account | null> => {
      try {
        return await call(accountEndpoints.profile, {}, { signal });
      } catch (error) {
        if (isError(error, 'account.banned')) toastFailure(error.message, { id: 'banned' });
        // The page is kept as it is, and the reader is asked to sign in again.
        if (error instanceof ApiError && error.status === 401 && hasUnsaved()) throw error;
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
        throw error;
      }
    },
  });

/** The signed-in account; null if there is none or it is not loaded yet. */
export const useAccount = (): Account | null => useQuery(accountQuery()).data ?? null;

const isAboutEverybody = ([route]: readonly unknown[]) =>
  route === accountQuery().queryKey[0] || route === 'GET /api/config';

/** Clears cached data of the previous account: many replies depend on who asks. */
export function clearAccountCache(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !isAboutEverybody(queryKey) });
  void forgetKept();
}

/** Signs out, clears the account's data, and reloads the page as a visitor. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () => call(accountEndpoints.logout),
    onSuccess: async () => {
      queryClient.setQueryData(accountQuery().queryKey, null);
      clearAccountCache(queryClient);
      await router.navigate({ to: '/' });
      await router.invalidate();
    },
  });
}
