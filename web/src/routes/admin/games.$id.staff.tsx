import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../features/account/account.queries';
import { StaffPage } from '../../features/staff/StaffPage';
import { GameTokens } from '../../features/token/GameTokens';

export const Route = createFileRoute('/admin/games/$id/staff')({
  component: Staff,
});

function Staff() {
  const { id } = Route.useParams();
  const account = useAccount();
  return (
    <div className="grid gap-16">
      <div>
        <StaffPage key={id} gameId={id} isAdmin={account?.role === 'Admin'} ownId={account?.userId ?? ''} />
      </div>
      <GameTokens gameId={id} />
    </div>
  );
}
