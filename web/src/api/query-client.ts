import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

/** Worth another try by itself: the way to the server, or the server, had a weak moment. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.code === 'network' || error.status >= 502);

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
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (attempt) => 500 * 2 ** attempt + Math.random() * 500,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
