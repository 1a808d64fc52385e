import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { DetailedGame } from '@vexil/contract/game';
import { isError } from '../../../api/api-error';
import { describeError } from '../../../api/describe-error';
import { useAccount } from '../../../features/account/account.queries';
import { FrozenNote } from '../../../features/game/FrozenNote';
import { gameQuery } from '../../../features/game/game.queries';
import { phaseNow, usePhase } from '../../../features/game/use-phase';
import { BoardPlaceholder, BoardSkeleton, ClosedBoard } from '../../../features/scoreboard/BoardPlaceholder';
import { readBoardSearch } from '../../../features/scoreboard/board-search';
import { pastBoardQuery } from '../../../features/scoreboard/past-board.queries';
import { ScoreboardPage, type ScoreboardPageProps } from '../../../features/scoreboard/ScoreboardPage';
import { useText } from '../../../i18n/use-text';
import { detailsQuery } from '../../../live/details-query';
import { scoreboardQuery, useLiveScoreboard } from '../../../live/scoreboard-cache';
import { useLive } from '../../../live/use-live';
import { PageTitle } from '../../../ui/PageHeader';
import { QueryState } from '../../../ui/QueryState';
import { useAddressChange } from '../../../ui/use-address-search';
import { useStaff } from '../-use-watch';

export const Route = createFileRoute('/games/$id/scoreboard')({
  validateSearch: readBoardSearch,
  loader: async ({ context: { queryClient }, params: { id }, parentMatchPromise, preload }) => {
    await parentMatchPromise;
    const game = queryClient.getQueryData(gameQuery(id).queryKey);
    // Large, and not to be fetched because a pointer passed over a link.
    if (game?.boardVisible && !preload && phaseNow(game) !== 'Upcoming')
      void queryClient.prefetchQuery(scoreboardQuery(id));
  },
  component: ScoreboardRoute,
});

function ScoreboardRoute() {
  const t = useText('scoreboard');
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const phase = usePhase(game);
  const account = useAccount();
  const connection = useLive(id);
  return (
    <>
      <PageTitle title={`${t('scoreboard.title')} · ${game.title}`} />
      <h2 className="visually-hidden">{t('scoreboard.title')}</h2>
      {!game.boardVisible ? (
        <ClosedBoard to={game.boardVisibility} />
      ) : phase === 'Upcoming' ? (
        <BoardPlaceholder start={game.start} />
      ) : (
        <>
          <FrozenNote game={game} role={account?.role} />
          <Board game={game} running={phase === 'Running'} connection={connection} />
        </>
      )}
    </>
  );
}

type BoardProps = Pick<ScoreboardPageProps, 'running' | 'connection'> & { game: DetailedGame };

function Board({ game, running, connection }: BoardProps) {
  const t = useText('scoreboard');
  const { search, onSearch } = useAddressChange(Route);
  const isStaff = useStaff(game);
  const query = useLiveScoreboard(game.id);
  const { data: board, error } = query;
  const past = useQuery({
    ...pastBoardQuery(game.id, search.at ?? 0),
    enabled: board !== undefined && search.at !== undefined,
  });
  // Asked for by the frame above; after the end the team is found by the name under which it plays.
  const { data: details } = useQuery({ ...detailsQuery(game.id), enabled: false });
  if (!board) {
    const hasFailed = error && !isError(error, 'game.notStarted');
    return hasFailed ? <QueryState query={query} title={t('scoreboard.failed')} /> : <BoardSkeleton />;
  }
  return (
    <ScoreboardPage
      game={game}
      running={running}
      board={(search.at !== undefined && past.data) || board}
      newest={board}
      past={{
        loading: past.isFetching,
        failed: past.error && !past.isFetching ? describeError(past.error) : undefined,
        onRetry: () => void past.refetch(),
      }}
      connection={connection}
      ownTeamId={details?.rank.id ?? board.items.find(({ name }) => name === game.teamName)?.id}
      isStaff={isStaff}
      search={search}
      onSearch={onSearch}
    />
  );
}
