import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Profile } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { ApiError, isError } from '../../api/api-error';
import { call } from '../../api/call';
import { routeKey } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { toastFailure, toastSuccess } from '../../ui/toast';

export type Account = Profile;

/** Who is signed in; null when nobody is. */
export const accountQuery = () =>
  queryOptions({
    queryKey: routeKey(accountEndpoints.profile),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Account | null> => {
      try {
        return await call(accountEndpoints.profile, {}, { signal });
      } catch (error) {
        if (isError(error, 'account.banned')) toastFailure(error.message, { id: 'banned' });
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
        throw error;
      }
    },
  });

/** The account that is signed in; null when nobody is, or while that is not known yet. */
export const useAccount = (): Account | null => useQuery(accountQuery()).data ?? null;

const isAboutEverybody = ([route]: readonly unknown[]) =>
  route === accountQuery().queryKey[0] || route === 'GET /api/config';

/** Drops what was fetched as somebody else: many replies depend on who asks. */
export function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !isAboutEverybody(queryKey) });
}

/** Signs out, forgets what belongs to the person, and loads the page again as a visitor. */
export function useSignOut() {
  const t = useText();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () => call(accountEndpoints.logout),
    onSuccess: async () => {
      queryClient.setQueryData(accountQuery().queryKey, null);
      forgetPerson(queryClient);
      await router.navigate({ to: '/' });
      await router.invalidate();
      toastSuccess(t('shell.signedOut'));
    },
  });
}
