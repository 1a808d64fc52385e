import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useAccount } from '../../../features/account/account.queries';
import { GamePage } from '../../../features/game/GamePage';
import { gameQuery } from '../../../features/game/game.queries';
import { usePhase } from '../../../features/game/use-phase';
import { ParticipationPanel } from '../../../features/participation/ParticipationPanel';
import { loadTexts } from '../../../i18n/i18n';

export const Route = createFileRoute('/games/$id/')({
  loader: () => loadTexts('participation'),
  component: Overview,
});

function Overview() {
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  return (
    <GamePage game={game}>
      <ParticipationPanel
        game={game}
        phase={usePhase(game)}
        signedIn={useAccount() !== null}
        address={useLocation().href}
      />
    </GamePage>
  );
}
