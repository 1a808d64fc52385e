import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { keepData, restoreKept } from './api/kept-data';
import { readPageData } from './api/page-data';
import { useConfig } from './features/config/config.queries';
import { loadFirstPage } from './first-page';
import { refetchOnRequest } from './live/refetch';
import { createApp } from './router';
import { dropStalePreview } from './stale-preview';
import { ThemeProvider } from './theme/ThemeProvider';
import { ErrorBoundary } from './ui/ErrorBoundary';

type Parts = ReturnType<typeof createApp>;

/** The application, and when its first page may render; without network it then shows what was shown before. */
export function openApp(): { parts: Parts; ready: Promise<void> } {
  const page = readPageData();
  const parts = createApp(undefined, page);
  const { router, queryClient } = parts;
  refetchOnRequest(queryClient);
  keepData(queryClient);
  dropStalePreview(router);
  return { parts, ready: prepare(parts, page === undefined) };
}

async function prepare({ router, queryClient }: Parts, offline: boolean): Promise<void> {
  if (offline) await restoreKept(queryClient);
  // The router has just been made, which is a long task on phones.
  await new Promise((resolve) => setTimeout(resolve));
  await loadFirstPage(queryClient, () => router.load());
}

function Themed({ router }: Pick<Parts, 'router'>) {
  return (
    <ThemeProvider managedColour={useConfig()?.customTheme}>
      <ErrorBoundary page>
        <RouterProvider router={router} />
      </ErrorBoundary>
    </ThemeProvider>
  );
}

/** Everything, in the order in which it depends on each other. */
export function App({ router, queryClient }: Parts) {
  return (
    <QueryClientProvider client={queryClient}>
      <Themed router={router} />
    </QueryClientProvider>
  );
}
