import { createFileRoute } from '@tanstack/react-router';
import { requireAccount } from '../../features/account/guard';
import { gameQuery } from '../../features/game/game.queries';
import { BoardPlaceholder, BoardSkeleton } from '../../features/scoreboard/BoardPlaceholder';
import { readRevealSearch } from '../../features/scoreboard/present-search';
import { RevealPage } from '../../features/scoreboard/RevealPage';
import { RevealStart } from '../../features/scoreboard/RevealStart';
import { useText } from '../../i18n/use-text';
import { useLiveScoreboard } from '../../live/scoreboard-cache';
import { ForbiddenPage } from '../../shell/dead-ends';
import { PageTitle } from '../../ui/PageHeader';
import { QueryState } from '../../ui/QueryState';
import { useAddressChange } from '../../ui/use-address-search';
import { gameParams } from './-game-params';
import { useWatchedGame } from './-use-watch';

export const Route = createFileRoute('/games/$id_/reveal')({
  params: gameParams,
  staticData: { plain: true },
  beforeLoad: requireAccount,
  validateSearch: readRevealSearch,
  loader: async ({ context: { queryClient }, params: { id } }) => {
    await queryClient.ensureQueryData(gameQuery(id));
  },
  component: RevealRoute,
});

function RevealRoute() {
  const t = useText('presenter');
  const { game, phase, isStaff } = useWatchedGame(Route.useParams().id);
  const { search, onSearch } = useAddressChange(Route);
  const started = phase !== 'Upcoming';
  const query = useLiveScoreboard(game.id, { enabled: isStaff && started });
  const { data: board, error } = query;
  if (!isStaff) {
    return (
      <main>
        <ForbiddenPage />
      </main>
    );
  }
  if (!started) return <BoardPlaceholder start={game.start} />;
  const freeze = search.from ?? game.freezeTime;
  return (
    <>
      <PageTitle title={`${t('presenter.reveal.title')} · ${game.title}`} />
      {freeze === null ? (
        <RevealStart game={game} onFrom={(from) => onSearch({ from })} />
      ) : board ? (
        <RevealPage key={freeze} {...{ game, board, freeze, search, onSearch }} />
      ) : error ? (
        <QueryState query={query} title={t('presenter.failed')} />
      ) : (
        <BoardSkeleton />
      )}
    </>
  );
}
