import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { isAtLeast } from '@vexil/db/enums/account';
import { useCallback } from 'react';
import { useAccount } from '../../../features/account/account.queries';
import { gameQuery } from '../../../features/game/game.queries';
import { readSubmissionsSearch, type SubmissionsSearch } from '../../../features/monitor/monitor-search';
import { SubmissionsPage } from '../../../features/monitor/SubmissionsPage';

export const Route = createFileRoute('/games/$id/monitor/submissions')({
  validateSearch: readSubmissionsSearch,
  component: Submissions,
});

function Submissions() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const account = useAccount();
  const isAdmin = account !== null && isAtLeast(account.role, 'Admin');
  const onSearch = useCallback(
    (change: Partial<SubmissionsSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <SubmissionsPage
      key={id}
      gameId={id}
      canEdit={isAdmin || game.staffRole === 'organiser'}
      search={Route.useSearch()}
      onSearch={onSearch}
    />
  );
}
