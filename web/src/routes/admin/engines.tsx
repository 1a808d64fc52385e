import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { EnginesPage } from '../../features/engine/EnginesPage';
import { enginesQuery } from '../../features/engine/engine.queries';

export const Route = createFileRoute('/admin/engines')({
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(enginesQuery());
  },
  component: Engines,
});

function Engines() {
  return <EnginesPage />;
}
