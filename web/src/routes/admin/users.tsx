import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { useAccount } from '../../features/account/account.queries';
import { requireRole } from '../../features/account/guard';
import { AccountsPage } from '../../features/account-admin/AccountsPage';
import { loadTexts } from '../../i18n/i18n';
import { AdminTabs } from './-AdminTabs';

export const Route = createFileRoute('/admin/users')({
  // Whatever is wrong in an address is left out, not refused.
  validateSearch: z.object({
    q: z.coerce.string<string>().max(256).optional().catch(undefined),
    page: z.int().min(1).optional().catch(undefined),
  }),
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  loader: () => loadTexts('account-admin', 'game-edit'),
  component: Users,
});

function Users() {
  const navigate = Route.useNavigate();
  return (
    <AccountsPage
      tabs={<AdminTabs />}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
      ownId={useAccount()?.userId ?? ''}
    />
  );
}
