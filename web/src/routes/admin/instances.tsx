import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { InstancesPage } from '../../features/container-admin/InstancesPage';
import { int, oneOf, searchOf, text } from '../../ui/search-params';

export const Route = createFileRoute('/admin/instances')({
  validateSearch: searchOf({
    q: text(128),
    game: int(1),
    status: oneOf(['Queued', 'Pending', 'Running', 'Destroyed']),
  }),
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <InstancesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
