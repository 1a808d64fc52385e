import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { readPageData } from './api/page-data';
import { useConfig } from './features/config/config.queries';
import { refetchOnRequest } from './live/refetch';
import { createApp } from './router';
import { ThemeProvider } from './theme/ThemeProvider';
import { ErrorBoundary } from './ui/ErrorBoundary';

const { router, queryClient } = createApp(undefined, readPageData());
refetchOnRequest(queryClient);

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
