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

const page = readPageData();
const { router, queryClient } = createApp(undefined, page);
refetchOnRequest(queryClient);
keepData(queryClient);
dropStalePreview(router);

/** Without network the page shows what was shown before. */
async function prepare(): Promise<void> {
  if (!page) await restoreKept(queryClient);
  await loadFirstPage(queryClient, () => router.load());
}

/** Resolves when the first page may render. */
export const appReady: Promise<void> = prepare();

function Themed() {
  return (
    <ThemeProvider managedColour={useConfig()?.customTheme}>
      <ErrorBoundary page>
        <RouterProvider router={router} />
      </ErrorBoundary>
    </ThemeProvider>
  );
}

/** Everything, in the order in which it depends on each other. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Themed />
    </QueryClientProvider>
  );
}
