import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { PageData } from '@vexil/contract/page-data';
import { forgetKept } from './api/kept-data';
import { createQueryClient } from './api/query-client';
import { accountQuery } from './features/account/account.queries';
import { configQuery } from './features/config/config.queries';
import { currentLanguage, translate } from './i18n/translate';
import { lowerCasePaths } from './path-case';
import { routeTree } from './routeTree.gen';
import { NotFoundPage } from './shell/NotFoundPage';
import { PageFailure } from './shell/PageFailure';
import { PageSkeleton } from './ui/skeletons';
import { toastFailure } from './ui/toast';

/** What every route's `beforeLoad` and `loader` get. */
export type RouterContext = { queryClient: QueryClient };

/** A router and its query cache; tests hand in a history of their own. `page` saves the calls for what it has. */
export function createApp(history?: RouterHistory, page?: PageData) {
  const queryClient = createQueryClient(() => {
    // The session ended: guards send to the login page, other pages go on as for a visitor.
    const { queryKey } = accountQuery();
    if (queryClient.getQueryData(queryKey) === null) return;
    queryClient.setQueryData(queryKey, null);
    void forgetKept();
    void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
    void router.invalidate();
    toastFailure(translate(currentLanguage(), 'shell.sessionEnded'), { id: 'session' });
  });
  if (page) queryClient.setQueryData(configQuery().queryKey, page.config);
  if (page?.hasSession === false) queryClient.setQueryData(accountQuery().queryKey, null);
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
    rewrite: { input: lowerCasePaths(routeTree) },
  });
  return { router, queryClient };
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shows the page without navigation, for projectors and foreign frames. */
    plain?: boolean;
  }
  interface Register {
    router: ReturnType<typeof createApp>['router'];
  }
}
