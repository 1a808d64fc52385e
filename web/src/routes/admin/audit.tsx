import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { AuditPage } from '../../features/audit-log/AuditPage';
import { int, searchOf, text } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/audit')({
  validateSearch: searchOf({
    who: text(64),
    action: text(64),
    game: int(1),
    from: text(10),
    until: text(10),
    page: int(1),
  }),
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: Page,
});

function Page() {
  return <AuditPage {...useAddressSearch(Route)} />;
}
