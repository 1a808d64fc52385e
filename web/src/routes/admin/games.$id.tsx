import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { GameCheckButton } from '../../features/check/GameCheckButton';
import { GameChecks } from '../../features/check/GameChecks';
import { GameFrame } from '../../features/game-edit/GameFrame';
import { gameQuery } from '../../features/game-edit/game-edit.queries';
import { useSoloWords } from '../../i18n/use-text';
import { needId, readId } from './-path-id';

export const Route = createFileRoute('/admin/games/$id')({
  params: { parse: ({ id }) => ({ id: readId(id) }), stringify: ({ id }) => ({ id: String(id) }) },
  loader: async ({ context: { queryClient }, params: { id } }) => {
    needId(id);
    await queryClient.ensureQueryData(gameQuery(id));
  },
  component: Game,
});

function Game() {
  const { id } = Route.useParams();
  useSoloWords(useSuspenseQuery(gameQuery(id)).data.individual);
  return (
    <GameFrame key={id} id={id} checks={(game) => <GameChecks game={game} />} tools={<GameCheckButton id={id} />}>
      <Outlet />
    </GameFrame>
  );
}
