import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../../features/account/account.queries';
import { gameQuery } from '../../../features/game/game.queries';
import { CheatPage } from '../../../features/monitor/CheatPage';
import { readCheatSearch } from '../../../features/monitor/monitor-search';
import { useOrganiser } from '../-use-watch';

export const Route = createFileRoute('/games/$id/monitor/cheatinfo')({
  validateSearch: readCheatSearch,
  component: CheatInfo,
});

function CheatInfo() {
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const rights = { canBan: useAccount()?.role === 'Admin', canDecide: useOrganiser(game) };
  return <CheatPage key={id} gameId={id} rights={rights} search={Route.useSearch()} />;
}
