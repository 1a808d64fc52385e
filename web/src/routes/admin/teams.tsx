import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { TeamsPage } from '../../features/team-admin/TeamsPage';
import { readTeamsSearch } from '../../features/team-admin/teams-search';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/teams')({
  validateSearch: readTeamsSearch,
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: Page,
});

function Page() {
  return <TeamsPage {...useAddressSearch(Route)} />;
}
