import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import i18next from 'i18next';
import { createQueryClient } from './api/query-client';
import { accountQuery } from './features/account/account.queries';
import { routeTree } from './routeTree.gen';
import { NotFoundPage } from './shell/NotFoundPage';
import { PageFailure } from './shell/PageFailure';
import { PageSkeleton } from './ui/skeletons';
import { toastFailure } from './ui/toast';

/** What every route's `beforeLoad` and `loader` get. */
export type RouterContext = { queryClient: QueryClient };

/** A router and its query cache; tests hand in a history of their own. */
export function createApp(history?: RouterHistory) {
  const queryClient = createQueryClient(() => {
    // The session ended: guards send to the login page, other pages go on as for a visitor.
    const { queryKey } = accountQuery();
    if (queryClient.getQueryData(queryKey) === null) return;
    queryClient.setQueryData(queryKey, null);
    void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
    void router.invalidate();
    toastFailure(i18next.t('shell.sessionEnded'), { id: 'session' });
  });
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    caseSensitive: false,
  });
  return { router, queryClient };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createApp>['router'];
  }
}
