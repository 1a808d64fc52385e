import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { GameFilter } from '../../features/audit-log/GameFilter';
import { LogsPage } from '../../features/log/LogsPage';
import { readLogsSearch } from '../../features/log/logs-search';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/logs')({
  validateSearch: readLogsSearch,
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: Page,
});

function Page() {
  return <LogsPage {...useAddressSearch(Route)} gameFilter={(filter) => <GameFilter {...filter} />} />;
}
