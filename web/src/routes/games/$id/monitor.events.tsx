import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { gameQuery } from '../../../features/game/game.queries';
import { EventsPage } from '../../../features/monitor/EventsPage';
import { readEventsSearch } from '../../../features/monitor/monitor-search';
import { useAddressChange } from '../../../ui/use-address-search';
import { useOrganiser } from '../-use-watch';

export const Route = createFileRoute('/games/$id/monitor/events')({
  validateSearch: readEventsSearch,
  component: Events,
});

function Events() {
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  return <EventsPage key={id} gameId={id} canEdit={useOrganiser(game)} {...useAddressChange(Route)} />;
}
