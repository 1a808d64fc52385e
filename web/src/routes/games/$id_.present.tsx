import { createFileRoute } from '@tanstack/react-router';
import { gameQuery } from '../../features/game/game.queries';
import { ClosedBoard } from '../../features/scoreboard/BoardPlaceholder';
import { PresenterPage } from '../../features/scoreboard/PresenterPage';
import { readPresentSearch } from '../../features/scoreboard/present-search';
import { useTimeAxis } from '../../features/scoreboard/use-time-axis';
import { useText } from '../../i18n/use-text';
import { PageTitle } from '../../ui/PageHeader';
import { StoppedClock } from '../../ui/stopped-clock';
import { gameParams } from './-game-params';
import { usePublicBoard, useWatchedGame } from './-use-watch';

export const Route = createFileRoute('/games/$id_/present')({
  params: gameParams,
  staticData: { plain: true },
  validateSearch: readPresentSearch,
  loader: async ({ context: { queryClient }, params: { id } }) => {
    await queryClient.ensureQueryData(gameQuery(id));
  },
  component: Present,
});

function Present() {
  const t = useText('presenter');
  const { game, phase, connection, isStaff } = useWatchedGame(Route.useParams().id);
  const started = phase !== 'Upcoming';
  const { board, frozen } = usePublicBoard(game, { started, isStaff });
  const running = phase === 'Running';
  const axis = useTimeAxis({ game, running, board, at: undefined });
  const search = Route.useSearch();
  if (!game.boardVisible) {
    return (
      <main>
        <ClosedBoard to={game.boardVisibility} />
      </main>
    );
  }
  return (
    <StoppedClock value={game.pausedAt}>
      <PageTitle title={`${t('presenter.title')} · ${game.title}`} />
      <PresenterPage
        {...{ game, board, frozen }}
        times={{ ...axis, running, freeze: game.freezeTime, pauses: game.pauses }}
        phase={phase}
        offline={connection !== 'live' && connection !== 'connecting'}
        search={search}
      />
    </StoppedClock>
  );
}
