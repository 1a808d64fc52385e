import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../features/account/account.queries';
import { GamesPage } from '../../features/game-edit/GamesPage';
import { gamesQuery } from '../../features/game-edit/game-edit.queries';
import { readGamesSearch } from '../../features/game-edit/games-search';
import { PauseAll } from '../../features/pause/PauseAll';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/games/')({
  validateSearch: readGamesSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(gamesQuery());
  },
  component: Games,
});

function Games() {
  return (
    <GamesPage
      {...useAddressSearch(Route)}
      canCreate={useAccount()?.role === 'Admin'}
      tools={(games) => <PauseAll games={games} />}
    />
  );
}
