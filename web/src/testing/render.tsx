import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRouter,
  RouterContextProvider,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { PageData } from '@vexil/contract/page-data';
import { type ReactNode, Suspense } from 'react';
import { onCaughtError } from '../caught-error';
import { createApp, type RouterContext } from '../router';
import { ThemeProvider } from '../theme/ThemeProvider';
import Toasts from '../ui/Toasts';
import { setupUser } from './user';

/** A component with everything around it but the pages; links lead nowhere. Gives `user` besides what `render` does. */
export function renderUi(ui: ReactNode) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createRouter({
    routeTree: createRootRouteWithContext<RouterContext>()({ component: () => ui }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    context: { queryClient },
  });
  const around = (child: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider env="test">
        <RouterContextProvider router={router as never}>
          <Suspense fallback={null}>{child}</Suspense>
        </RouterContextProvider>
        <Toasts />
      </ThemeProvider>
    </QueryClientProvider>
  );
  const view = render(around(ui));
  return {
    user: setupUser(),
    queryClient,
    ...view,
    rerender: (next: ReactNode) => view.rerender(around(next)),
  };
}

/** The whole application at an address. The test sets up the answers that the page needs, settings and account included. */
export function renderPage(path: string, page?: PageData, history?: RouterHistory) {
  const { router, queryClient } = createApp(history ?? createMemoryHistory({ initialEntries: [path] }), page);
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider env="test">
        <RouterProvider router={router} />
      </ThemeProvider>
    </QueryClientProvider>,
    { onCaughtError },
  );
  return { user: setupUser(), router, queryClient, ...view };
}
