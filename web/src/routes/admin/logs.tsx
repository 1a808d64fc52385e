import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '../../features/account/guard';
import { LogsPage } from '../../features/log/LogsPage';
import { levels } from '../../features/log/logs-search';
import { int, oneOf, searchOf, text } from '../../ui/search-params';

export const Route = createFileRoute('/admin/logs')({
  validateSearch: searchOf({ q: text(128), level: oneOf(levels), page: int(1) }),
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: Page,
});

function Page() {
  const navigate = Route.useNavigate();
  return (
    <LogsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
