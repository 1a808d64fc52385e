import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { isError } from '../../../api/api-error';
import { useDescribeError } from '../../../api/describe-error';
import { useAccount } from '../../../features/account/account.queries';
import { FrozenNote } from '../../../features/game/FrozenNote';
import { gameQuery } from '../../../features/game/game.queries';
import { phaseNow, usePhase } from '../../../features/game/use-phase';
import { BoardPlaceholder, BoardSkeleton } from '../../../features/scoreboard/BoardPlaceholder';
import { readBoardSearch } from '../../../features/scoreboard/board-search';
import { pastBoardQuery } from '../../../features/scoreboard/past-board.queries';
import { ScoreboardPage } from '../../../features/scoreboard/ScoreboardPage';
import { useText } from '../../../i18n/use-text';
import { detailsQuery } from '../../../live/details-query';
import { scoreboardQuery, useLiveScoreboard } from '../../../live/scoreboard-cache';
import { useLive } from '../../../live/use-live';
import { FailedState } from '../../../ui/FailedState';
import { PageTitle } from '../../../ui/PageHeader';
import { useStaff } from '../-use-watch';

export const Route = createFileRoute('/games/$id/scoreboard')({
  validateSearch: readBoardSearch,
  loader: async ({ context: { queryClient }, params: { id }, parentMatchPromise, preload }) => {
    await parentMatchPromise;
    const game = queryClient.getQueryData(gameQuery(id).queryKey);
    // Large, and not to be fetched because a pointer passed over a link.
    if (game && !preload && phaseNow(game) !== 'Upcoming') void queryClient.prefetchQuery(scoreboardQuery(id));
  },
  component: ScoreboardRoute,
});

function ScoreboardRoute() {
  const t = useText('scoreboard');
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const phase = usePhase(game);
  const account = useAccount();
  const { data: board, error, isFetching, refetch } = useLiveScoreboard(id, { enabled: phase !== 'Upcoming' });
  const past = useQuery({
    ...pastBoardQuery(id, search.at ?? 0),
    enabled: board !== undefined && search.at !== undefined,
  });
  const describe = useDescribeError();
  const isStaff = useStaff(game);
  const connection = useLive(id);
  // Asked for by the frame above; after the end the team is found by the name under which it plays.
  const { data: details } = useQuery({ ...detailsQuery(id), enabled: false });
  const ownTeamId = details?.rank.id ?? board?.items.find(({ name }) => name === game.teamName)?.id;

  return (
    <>
      <PageTitle title={`${t('scoreboard.title')} · ${game.title}`} />
      <h2 className="visually-hidden">{t('scoreboard.title')}</h2>
      {phase !== 'Upcoming' && <FrozenNote game={game} role={account?.role} />}
      {phase === 'Upcoming' ? (
        <BoardPlaceholder start={game.start} />
      ) : board ? (
        <ScoreboardPage
          game={game}
          running={phase === 'Running'}
          board={(search.at !== undefined && past.data) || board}
          newest={board}
          past={{
            loading: past.isFetching,
            failed: past.error && !past.isFetching ? describe(past.error) : undefined,
            onRetry: () => void past.refetch(),
          }}
          connection={connection}
          ownTeamId={ownTeamId}
          isStaff={isStaff}
          search={search}
          onSearch={(change, { push = false } = {}) =>
            void navigate({ search: (before) => ({ ...before, ...change }), replace: !push, resetScroll: false })
          }
        />
      ) : error && !isError(error, 'game.notStarted') ? (
        <FailedState
          title={t('scoreboard.failed')}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <BoardSkeleton />
      )}
    </>
  );
}
