import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { InstancesPage } from '../../features/container-admin/InstancesPage';
import { int, oneOf, searchOf, text } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

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
  return <InstancesPage {...useAddressSearch(Route)} />;
}
