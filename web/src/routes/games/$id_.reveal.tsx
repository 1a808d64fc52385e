import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { DetailedGame } from '@vexil/contract/game';
import type { ComponentProps } from 'react';
import { requireAccount } from '../../features/account/guard';
import { gameQuery } from '../../features/game/game.queries';
import { useFrozen } from '../../features/game/use-frozen';
import { PublishStandings } from '../../features/game-edit/PublishStandings';
import { BoardPlaceholder, BoardSkeleton } from '../../features/scoreboard/BoardPlaceholder';
import { shownBoardQuery } from '../../features/scoreboard/past-board.queries';
import { readRevealSearch } from '../../features/scoreboard/present-search';
import { RevealPage } from '../../features/scoreboard/RevealPage';
import { RevealNote, RevealStart } from '../../features/scoreboard/RevealStart';
import { useText } from '../../i18n/use-text';
import { useLiveScoreboard } from '../../live/scoreboard-cache';
import { ForbiddenPage } from '../../shell/dead-ends';
import { formatTime } from '../../ui/format-time';
import { PageTitle } from '../../ui/PageHeader';
import { QueryState } from '../../ui/QueryState';
import { useAddressChange } from '../../ui/use-address-search';
import { useReached } from '../../ui/use-reached';
import { gameParams } from './-game-params';
import { useOrganiser, useWatchedGame } from './-use-watch';

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
  const freeze = search.from ?? game.freezeTime;
  const reached = useReached(freeze);
  if (!isStaff) {
    return (
      <main>
        <ForbiddenPage />
      </main>
    );
  }
  if (phase === 'Upcoming') return <BoardPlaceholder start={game.start} />;
  return (
    <>
      <PageTitle title={`${t('presenter.reveal.title')} · ${game.title}`} />
      {freeze === null ? (
        <RevealStart game={game} onFrom={(from) => onSearch({ from })} />
      ) : !reached ? (
        <RevealNote game={game} text={t('presenter.reveal.early', { time: formatTime(freeze, 'short') })} />
      ) : (
        <Ceremony key={freeze} {...{ game, freeze, search, onSearch }} />
      )}
    </>
  );
}

/**
 * From the board that everyone saw to the live one. Its props have no name: a type of the file that names the page
 * would keep the page in the first load, beside the route.
 */
function Ceremony({
  game,
  freeze,
  ...address
}: Pick<ComponentProps<typeof RevealPage>, 'freeze' | 'search' | 'onSearch'> & { game: DetailedGame }) {
  const t = useText('presenter');
  const frozen = useFrozen(game);
  const live = useLiveScoreboard(game.id);
  const shown = useQuery(shownBoardQuery(game.id, freeze));
  if (live.data && shown.data) {
    return (
      <RevealPage
        held={frozen}
        publish={<Publishing {...{ game, frozen }} />}
        board={live.data}
        shown={shown.data}
        {...{ game, freeze, ...address }}
      />
    );
  }
  if (live.error || shown.error) return <QueryState query={live.error ? live : shown} title={t('presenter.failed')} />;
  return <BoardSkeleton />;
}

function Publishing({ game, frozen }: { game: DetailedGame; frozen: boolean }) {
  const t = useText('presenter');
  const edits = useOrganiser(game);
  if (frozen && edits) return <PublishStandings gameId={game.id} />;
  if (frozen) return <span className="dimmed">{t('presenter.reveal.onlyOrganisers')}</span>;
  if (!game.revealedAt) return null;
  const time = formatTime(game.revealedAt, 'short');
  return <span className="dimmed">{t('presenter.reveal.public', { time })}</span>;
}
