import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { isAtLeast } from '@vexil/db/enums/account';
import { useCallback } from 'react';
import { useAccount } from '../../../features/account/account.queries';
import { gameQuery } from '../../../features/game/game.queries';
import { EventsPage } from '../../../features/monitor/EventsPage';
import { type EventsSearch, readEventsSearch } from '../../../features/monitor/monitor-search';

export const Route = createFileRoute('/games/$id/monitor/events')({
  validateSearch: readEventsSearch,
  component: Events,
});

function Events() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const account = useAccount();
  const isAdmin = account !== null && isAtLeast(account.role, 'Admin');
  const onSearch = useCallback(
    (change: Partial<EventsSearch>) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <EventsPage
      key={id}
      gameId={id}
      canEdit={isAdmin || game.staffRole === 'organiser'}
      search={Route.useSearch()}
      onSearch={onSearch}
    />
  );
}
