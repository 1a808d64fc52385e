import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { isAtLeast } from '@vexil/db/enums/account';
import { useAccount } from '../../../features/account/account.queries';
import { requireAccount } from '../../../features/account/guard';
import { gameQuery } from '../../../features/game/game.queries';
import { useStarted } from '../../../features/game/use-phase';
import { MonitorFrame } from '../../../features/monitor/MonitorFrame';
import { ForbiddenPage } from '../../../shell/dead-ends';

export const Route = createFileRoute('/games/$id/monitor')({
  beforeLoad: requireAccount,
  component: Monitor,
});

function Monitor() {
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const account = useAccount();
  const started = useStarted(game.start);
  const mayWatch = game.staffRole !== null || (account !== null && isAtLeast(account.role, 'Monitor'));
  if (!mayWatch) return <ForbiddenPage />;
  return (
    <MonitorFrame game={game} started={started}>
      <Outlet />
    </MonitorFrame>
  );
}
