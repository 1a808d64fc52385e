import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { platformHealthQuery } from '../../features/check/check.queries';
import { PlatformHealthPage } from '../../features/check/PlatformHealthPage';

export const Route = createFileRoute('/admin/health')({
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(platformHealthQuery());
  },
  component: Health,
});

function Health() {
  return <PlatformHealthPage />;
}
