import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { gameQuery } from '../../../features/game/game.queries';
import { readSubmissionsSearch } from '../../../features/monitor/monitor-search';
import { SubmissionsPage } from '../../../features/monitor/SubmissionsPage';
import { useAddressChange } from '../../../ui/use-address-search';
import { useOrganiser } from '../-use-watch';

export const Route = createFileRoute('/games/$id/monitor/submissions')({
  validateSearch: readSubmissionsSearch,
  component: Submissions,
});

function Submissions() {
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  return <SubmissionsPage key={id} gameId={id} canEdit={useOrganiser(game)} {...useAddressChange(Route)} />;
}
