import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isError } from './api-error';

/** Worth another try by itself: the way to the server, or the server, had a weak moment. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.code === 'network' || error.status >= 502);

/** The server had too many requests at once and did nothing with this one, so that it may simply be sent again. */
const isBusy = (error: unknown) => isError(error, 'request.busy');
/** A crowd that opens a page together is through before that many tries are used up. */
const busyTries = 8;
const busySecondsMax = 30;

/** Whether to try again, for queries that no other failure is worth a second try for. */
export const retryBusy = (failures: number, error: unknown): boolean => failures < busyTries && isBusy(error);

/** Milliseconds until the next try: as long as the server asked for, and not with all others at the same moment. */
export function retryDelayMs(attempt: number, error: unknown): number {
  if (isBusy(error)) {
    const { retryAfterSeconds = 1 } = error as ApiError;
    return Math.min(busySecondsMax, retryAfterSeconds) * 1000 + Math.random() * 1000;
  }
  return 500 * 2 ** attempt + Math.random() * 500;
}

/** The query cache; `onSignedOut` hears of every call that was refused because nobody is signed in. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Live events say when something changed; this is for what has none, and for coming back to a tab.
        staleTime: 10_000,
        gcTime: 30 * 60_000,
        retry: (failures, error) => retryBusy(failures, error) || (failures < 2 && isPassing(error)),
        retryDelay: retryDelayMs,
      },
      // Somebody waits for these, and may give up; nothing but a refusal before the work tells that nothing was done.
      mutations: {
        retry: (failures, error) => failures < 3 && isBusy(error),
        retryDelay: retryDelayMs,
        networkMode: 'always',
      },
    },
  });
}
