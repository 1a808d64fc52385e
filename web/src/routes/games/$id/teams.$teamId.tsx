import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { isError } from '../../../api/api-error';
import { useAccount } from '../../../features/account/account.queries';
import { FrozenNote } from '../../../features/game/FrozenNote';
import { gameQuery } from '../../../features/game/game.queries';
import { usePhase } from '../../../features/game/use-phase';
import { BoardPlaceholder, BoardSkeleton, ClosedBoard } from '../../../features/scoreboard/BoardPlaceholder';
import { TeamPage } from '../../../features/scoreboard/TeamPage';
import { readTeamSearch } from '../../../features/scoreboard/team-search';
import { useTimeAxis } from '../../../features/scoreboard/use-time-axis';
import { useText } from '../../../i18n/use-text';
import { useLiveScoreboard } from '../../../live/scoreboard-cache';
import { QueryState } from '../../../ui/QueryState';
import { useAddressChange } from '../../../ui/use-address-search';

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
  const address = useAddressChange(Route);
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const phase = usePhase(game);
  const running = phase === 'Running';
  const query = useLiveScoreboard(id, { enabled: phase !== 'Upcoming' });
  const { data: board, error } = query;
  const axis = useTimeAxis({ game, running, board, at: undefined });
  const role = useAccount()?.role;
  if (!game.boardVisible) return <ClosedBoard to={game.boardVisibility} />;
  if (phase === 'Upcoming') return <BoardPlaceholder start={game.start} />;
  if (!board) {
    const hasFailed = error && !isError(error, 'game.notStarted');
    return hasFailed ? <QueryState query={query} title={t('scoreboard.failed')} /> : <BoardSkeleton />;
  }
  return (
    <>
      <FrozenNote game={game} role={role} />
      <TeamPage
        {...{ game, board, teamId }}
        times={{ ...axis, running, freeze: game.freezeTime, pauses: game.pauses }}
        {...address}
      />
    </>
  );
}
