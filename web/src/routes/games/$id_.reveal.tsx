import { createFileRoute } from '@tanstack/react-router';
import type { DetailedGame } from '@vexil/contract/game';
import { requireAccount } from '../../features/account/guard';
import { gameQuery } from '../../features/game/game.queries';
import { useFrozen } from '../../features/game/use-frozen';
import { PublishStandings } from '../../features/game-edit/PublishStandings';
import { BoardPlaceholder, BoardSkeleton } from '../../features/scoreboard/BoardPlaceholder';
import { readRevealSearch } from '../../features/scoreboard/present-search';
import { RevealPage } from '../../features/scoreboard/RevealPage';
import { RevealNote, RevealStart } from '../../features/scoreboard/RevealStart';
import { useLanguage, useText } from '../../i18n/use-text';
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
  const language = useLanguage();
  const { game, phase, isStaff } = useWatchedGame(Route.useParams().id);
  const { search, onSearch } = useAddressChange(Route);
  const frozen = useFrozen(game);
  const freeze = search.from ?? game.freezeTime;
  const reached = useReached(freeze);
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
  return (
    <>
      <PageTitle title={`${t('presenter.reveal.title')} · ${game.title}`} />
      {freeze === null ? (
        <RevealStart game={game} onFrom={(from) => onSearch({ from })} />
      ) : !reached ? (
        <RevealNote game={game} text={t('presenter.reveal.early', { time: formatTime(freeze, 'short', language) })} />
      ) : board ? (
        <RevealPage
          key={freeze}
          held={frozen}
          publish={<Publishing {...{ game, frozen }} />}
          {...{ game, board, freeze, search, onSearch }}
        />
      ) : error ? (
        <QueryState query={query} title={t('presenter.failed')} />
      ) : (
        <BoardSkeleton />
      )}
    </>
  );
}

function Publishing({ game, frozen }: { game: DetailedGame; frozen: boolean }) {
  const t = useText('presenter');
  const language = useLanguage();
  const edits = useOrganiser(game);
  if (frozen && edits) return <PublishStandings gameId={game.id} />;
  if (frozen) return <span className="dimmed">{t('presenter.reveal.onlyOrganisers')}</span>;
  if (!game.revealedAt) return null;
  const time = formatTime(game.revealedAt, 'short', language);
  return <span className="dimmed">{t('presenter.reveal.public', { time })}</span>;
}
