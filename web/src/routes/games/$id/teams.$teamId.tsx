import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { isError } from '../../../api/api-error';
import { useAccount } from '../../../features/account/account.queries';
import { FrozenNote } from '../../../features/game/FrozenNote';
import { gameQuery } from '../../../features/game/game.queries';
import { usePhase } from '../../../features/game/use-phase';
import { BoardPlaceholder, BoardSkeleton } from '../../../features/scoreboard/BoardPlaceholder';
import { TeamPage } from '../../../features/scoreboard/TeamPage';
import { readTeamSearch } from '../../../features/scoreboard/team-search';
import { useTimeAxis } from '../../../features/scoreboard/use-time-axis';
import { useText } from '../../../i18n/use-text';
import { useLiveScoreboard } from '../../../live/scoreboard-cache';
import { FailedState } from '../../../ui/FailedState';

export const Route = createFileRoute('/games/$id/teams/$teamId')({
  params: {
    parse: ({ teamId }) => {
      if (!/^[1-9]\d{0,9}$/.test(teamId)) throw notFound();
      return { teamId: Number(teamId) };
    },
    stringify: ({ teamId }) => ({ teamId: String(teamId) }),
  },
  validateSearch: readTeamSearch,
  component: TeamRoute,
});

function TeamRoute() {
  const t = useText('scoreboard');
  const { id, teamId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const phase = usePhase(game);
  const running = phase === 'Running';
  const { data: board, error, isFetching, refetch } = useLiveScoreboard(id, { enabled: phase !== 'Upcoming' });
  const axis = useTimeAxis({ game, running, board, at: undefined });
  const role = useAccount()?.role;
  if (phase === 'Upcoming') return <BoardPlaceholder start={game.start} />;
  if (!board) {
    return error && !isError(error, 'game.notStarted') ? (
      <FailedState title={t('scoreboard.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <BoardSkeleton />
    );
  }
  return (
    <>
      <FrozenNote game={game} role={role} />
      <TeamPage
        {...{ game, board, teamId }}
        times={{ ...axis, running, freeze: game.freezeTime }}
        search={search}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
        }
      />
    </>
  );
}
