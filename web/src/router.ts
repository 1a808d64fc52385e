import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { PageData } from '@vexil/contract/page-data';
import { createQueryClient } from './api/query-client';
import { accountQuery } from './features/account/account.queries';
import { endSession } from './features/account/session-end';
import { configQuery } from './features/config/config.queries';
import { savesData } from './live/use-intent';
import { lowerCasePaths } from './path-case';
import { routeTree } from './routeTree.gen';
import { NotFoundPage } from './shell/dead-ends';
import { focusHeading } from './shell/focus-heading';
import { PageFailure } from './shell/PageFailure';
import { PageSkeleton } from './ui/skeletons';

/** What every route's `beforeLoad` and `loader` get. */
export type RouterContext = { queryClient: QueryClient };

/** A router and its query cache; tests hand in a history of their own. `page` saves the calls for what it has. */
export function createApp(history?: RouterHistory, page?: PageData) {
  const queryClient = createQueryClient(() => endSession(queryClient, router));
  if (page) queryClient.setQueryData(configQuery().queryKey, page.config);
  if (page?.hasSession === false) queryClient.setQueryData(accountQuery().queryKey, null);
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultPreload: savesData() ? false : 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    rewrite: { input: lowerCasePaths(routeTree) },
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    // An address with a hash names the place itself.
    if (fromLocation && pathChanged && toLocation.hash === '') focusHeading();
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
