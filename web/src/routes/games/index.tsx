import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../../features/account/account.queries';
import { GamesPage } from '../../features/game/GamesPage';
import { gamesQuery } from '../../features/game/game.queries';
import { readGamesSearch } from '../../features/game/games-search';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/games/')({
  validateSearch: readGamesSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(gamesQuery());
  },
  component: Games,
});

function Games() {
  return <GamesPage {...useAddressSearch(Route)} signedIn={useAccount() !== null} />;
}
