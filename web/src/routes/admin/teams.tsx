import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { TeamsPage } from '../../features/team-admin/TeamsPage';
import { teamOrders } from '../../features/team-admin/teams-search';
import { flag, int, oneOf, searchOf, text } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/teams')({
  validateSearch: searchOf({ q: text(256), locked: flag, order: oneOf(teamOrders), desc: flag, page: int(1) }),
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: Page,
});

function Page() {
  return <TeamsPage {...useAddressSearch(Route)} />;
}
