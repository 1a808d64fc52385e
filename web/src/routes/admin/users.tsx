import { createFileRoute } from '@tanstack/react-router';
import { roles } from '@vexil/db/enums/account';
import { useAccount } from '../../features/account/account.queries';
import { requireRole } from '../../features/account/guard';
import { AccountsPage } from '../../features/account-admin/AccountsPage';
import { flag, int, oneOf, searchOf, text } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/users')({
  // Whatever is wrong in an address is left out, not refused.
  validateSearch: searchOf({
    q: text(256),
    page: int(1),
    role: oneOf(roles),
    confirmed: flag,
    order: oneOf(['registered', 'visited', 'name', 'email']),
    desc: flag,
  }),
  beforeLoad: (guarded) => requireRole('Admin', guarded),
  component: Users,
});

function Users() {
  return <AccountsPage {...useAddressSearch(Route)} ownId={useAccount()?.userId ?? ''} />;
}
