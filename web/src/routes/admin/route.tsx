import { createFileRoute, Outlet, useParams } from '@tanstack/react-router';
import { useAccount } from '../../features/account/account.queries';
import { requireAccount } from '../../features/account/guard';
import { AdminFrame } from '../../features/admin/AdminFrame';

export const Route = createFileRoute('/admin')({
  beforeLoad: requireAccount,
  component: Admin,
});

/** Organisers see their games only, and a game has a frame of its own. */
function Admin() {
  const { id } = useParams({ strict: false });
  const isAdmin = useAccount()?.role === 'Admin';
  if (!isAdmin || id !== undefined) return <Outlet />;
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}
