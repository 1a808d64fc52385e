import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { GameFilter } from '../../features/audit-log/GameFilter';
import { LogsPage } from '../../features/log/LogsPage';
import { levels, shownKinds } from '../../features/log/logs-search';
import { int, oneOf, searchOf, text } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/logs')({
  validateSearch: searchOf({ q: text(128), level: oneOf(levels), kind: oneOf(shownKinds), game: int(1), page: int(1) }),
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: Page,
});

function Page() {
  return <LogsPage {...useAddressSearch(Route)} gameFilter={(filter) => <GameFilter {...filter} />} />;
}
