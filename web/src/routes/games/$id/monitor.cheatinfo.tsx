import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { isAtLeast } from '@vexil/db/enums/account';
import { useAccount } from '../../../features/account/account.queries';
import { gameQuery } from '../../../features/game/game.queries';
import { CheatPage } from '../../../features/monitor/CheatPage';
import { readCheatSearch } from '../../../features/monitor/monitor-search';

export const Route = createFileRoute('/games/$id/monitor/cheatinfo')({
  validateSearch: readCheatSearch,
  component: CheatInfo,
});

function CheatInfo() {
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const account = useAccount();
  const canBan = account !== null && isAtLeast(account.role, 'Admin');
  const rights = { canBan, canDecide: canBan || game.staffRole === 'organiser' };
  return <CheatPage key={id} gameId={id} rights={rights} search={Route.useSearch()} />;
}
