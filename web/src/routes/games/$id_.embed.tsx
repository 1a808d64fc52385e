import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { routeQuery } from '../../api/route-query';
import { gameQuery } from '../../features/game/game.queries';
import { useFrozen } from '../../features/game/use-frozen';
import { usePhase } from '../../features/game/use-phase';
import { ClosedBoard } from '../../features/scoreboard/BoardPlaceholder';
import { EmbedBoard, embedRowsDefault, embedRowsMax } from '../../features/scoreboard/EmbedBoard';
import { readEmbedSearch } from '../../features/scoreboard/present-search';
import { useSoloWords } from '../../i18n/use-text';
import { PageTitle } from '../../ui/PageHeader';
import { gameParams } from './-game-params';
import { useStaff } from './-use-watch';

/** A hub connection per viewer of a stream would cost more than a page of ten rows now and then. */
const refetchMs = 20_000;

export const Route = createFileRoute('/games/$id_/embed')({
  params: gameParams,
  staticData: { plain: true },
  validateSearch: readEmbedSearch,
  loader: async ({ context: { queryClient }, params: { id } }) => {
    await queryClient.ensureQueryData(gameQuery(id));
  },
  component: Embed,
});

function Embed() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const { data: game } = useSuspenseQuery({ ...gameQuery(id), refetchInterval: 60_000 });
  useSoloWords(game.individual);
  const phase = usePhase(game);
  const frozen = useFrozen(game) && phase !== 'Upcoming';
  // Staff who open it would otherwise show the solves after the freeze.
  const isStaff = useStaff(game);
  const asOf = frozen && isStaff ? (game.freezeTime ?? undefined) : undefined;
  const query = { count: Math.min(search.rows ?? embedRowsDefault, embedRowsMax), division: search.division, asOf };
  const { data: board, isError } = useQuery({
    ...routeQuery(scoreboardEndpoints.get, { params: { id }, query }),
    enabled: phase !== 'Upcoming' && game.boardVisible,
    refetchInterval: phase === 'Running' ? refetchMs : false,
    refetchIntervalInBackground: true,
  });
  return (
    <>
      <PageTitle title={game.title} />
      {game.boardVisible ? (
        <EmbedBoard {...{ game, board, frozen, search }} running={phase === 'Running'} failed={isError} />
      ) : (
        <main>
          <ClosedBoard to={game.boardVisibility} />
        </main>
      )}
    </>
  );
}
