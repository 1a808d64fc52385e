import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { termsEndpoints } from '@vexil/contract/terms.endpoints';
import { ApiError, isError } from './api-error';
import { routeKey } from './route-query';

/** A failure of network or server that a retry may resolve. */
const isTransient = (error: unknown) => error instanceof ApiError && (error.code === 'network' || error.status >= 502);

/** The server was over capacity and did not process the request, so that repeating it is safe. */
export const isBusy = (error: unknown) => isError(error, 'request.busy');
/** Enough for thousands of clients that open a page at once. */
const busyTries = 8;
const busySecondsMax = 60;

/** For queries that retry after no other failure. */
export const retryBusy = (failures: number, error: unknown): boolean => failures < busyTries && isBusy(error);

/** Milliseconds until the next try: as the server asked, with jitter. */
export function retryDelayMs(attempt: number, error: unknown): number {
  if (isBusy(error)) {
    const { retryAfterSeconds = 1 } = error as ApiError;
    return Math.min(busySecondsMax, retryAfterSeconds) * 1000 + Math.random() * 1000;
  }
  return 500 * 2 ** attempt + Math.random() * 500;
}

const retryTransient = (failures: number, error: unknown) =>
  retryBusy(failures, error) || (failures < 2 && isTransient(error));

const isNotStarted = (error: unknown) => isError(error, 'game.notStarted');

/** For what opens with a game: at the start the server's clock may be slightly behind ours. */
export const retryUntilStarted = {
  retry: (failures: number, error: unknown) => (failures < 6 && isNotStarted(error)) || retryTransient(failures, error),
  retryDelay: (attempt: number, error: unknown) => (isNotStarted(error) ? 1000 : retryDelayMs(attempt, error)),
};

/** The query cache; `onSignedOut` runs for every call that was refused with 401. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut();
    // The account says that it is due, and the shell asks for it.
    const gaps = ['account.factorMissing', 'account.termsMissing', 'account.fieldsMissing'] as const;
    if (gaps.some((code) => isError(error, code)))
      void client.invalidateQueries({ queryKey: routeKey(accountEndpoints.profile) });
    // They have changed since they were read.
    const outdated = ['account.termsNotAccepted', 'account.fieldRequired', 'account.fieldInvalid'] as const;
    if (outdated.some((code) => isError(error, code)))
      void client.invalidateQueries({ queryKey: routeKey(termsEndpoints.get) });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Live events report changes; this is for data without events, and for returning to a tab.
        staleTime: 10_000,
        gcTime: 30 * 60_000,
        retry: retryTransient,
        retryDelay: retryDelayMs,
      },
      // Only a refusal before any work makes it safe to repeat a mutation.
      mutations: {
        retry: (failures, error) => failures < 3 && isBusy(error),
        retryDelay: retryDelayMs,
        networkMode: 'always',
      },
    },
  });
  return client;
}
