import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CasesPage } from '../../../features/evidence/CasesPage';
import { readCasesSearch } from '../../../features/evidence/cases-search';
import { gameQuery } from '../../../features/game/game.queries';
import { useOrganiser } from '../-use-watch';

export const Route = createFileRoute('/games/$id/monitor/cases')({
  validateSearch: readCasesSearch,
  component: Cases,
});

function Cases() {
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  return <CasesPage key={id} gameId={id} canDecide={useOrganiser(game)} search={Route.useSearch()} />;
}
