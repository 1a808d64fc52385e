import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { gameQuery } from '../../../features/game/game.queries';
import { nextPhaseChange, usePhase } from '../../../features/game/use-phase';
import { WallPage } from '../../../features/monitor/WallPage';

export const Route = createFileRoute('/games/$id/monitor/wall')({ component: Wall });

function Wall() {
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const phase = usePhase(game);
  return (
    <WallPage key={id} game={game} phase={{ phase, until: nextPhaseChange(game, phase), pausedAt: game.pausedAt }} />
  );
}
