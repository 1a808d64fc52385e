import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useLocation } from '@tanstack/react-router';
import type { ChallengeDetail as Challenge } from '@vexil/contract/challenge';
import type { DetailedGame } from '@vexil/contract/game';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { GamePhase } from '@vexil/db/enums/game';
import { type ComponentProps, lazy, Suspense } from 'react';
import { useAccount } from '../../../features/account/account.queries';
import { ChallengeDetail } from '../../../features/challenge/ChallengeDetail';
import { ChallengesPage } from '../../../features/challenge/ChallengesPage';
import { ChallengesSkeleton } from '../../../features/challenge/ChallengesSkeleton';
import { challengeQuery, useTakeHint } from '../../../features/challenge/challenge.queries';
import { readChallengesSearch } from '../../../features/challenge/challenge-search';
import { Disclosure } from '../../../features/challenge/Disclosure';
import { OwnTeamPanel } from '../../../features/challenge/OwnTeamPanel';
import { Solves } from '../../../features/challenge/Solves';
import { useConfig } from '../../../features/config/config.queries';
import { instancesQuery } from '../../../features/container/container.queries';
import { InstanceDock } from '../../../features/container/InstanceDock';
import { replacingLimit } from '../../../features/container/use-asked-start';
import { FrozenNote } from '../../../features/game/FrozenNote';
import { gameQuery } from '../../../features/game/game.queries';
import { useFrozen } from '../../../features/game/use-frozen';
import { phaseNow, usePhase } from '../../../features/game/use-phase';
import { NoticeList } from '../../../features/notice/NoticeList';
import { useReleases } from '../../../features/notice/use-releases';
import { FlagField } from '../../../features/submission/FlagField';
import { useText } from '../../../i18n/use-text';
import { useLiveDetails } from '../../../live/details-cache';
import { useChallengeFinder } from '../../../live/details-query';
import { useLiveScoreboard } from '../../../live/scoreboard-cache';
import { FailedState } from '../../../ui/FailedState';
import { PageTitle } from '../../../ui/PageHeader';
import { Panel } from '../../../ui/Panel';
import { PageSkeleton, TextSkeleton } from '../../../ui/skeletons';
import { useReached } from '../../../ui/use-reached';
import { useReads, useStaff } from '../-use-watch';

const InstanceBlock = lazy(() => import('../../../features/container/InstanceBlock'));
const TeamAnswers = lazy(() => import('../../../features/submission/TeamAnswers'));

// Who may play now does not see them.
const ParticipationPanel = lazy(async () => {
  const module = await import('../../../features/participation/ParticipationPanel');
  return { default: module.ParticipationPanel };
});
const GamePage = lazy(async () => ({ default: (await import('../../../features/game/GamePage')).GamePage }));

// Few are staff.
const StaffChallenges = lazy(() => import('./-StaffChallenges'));

export const Route = createFileRoute('/games/$id/challenges')({
  validateSearch: readChallengesSearch,
  loader: async ({ context: { queryClient }, params: { id }, parentMatchPromise }) => {
    await parentMatchPromise;
    const game = queryClient.getQueryData(gameQuery(id).queryKey);
    if (game && isOpen(game, phaseNow(game))) void queryClient.prefetchQuery(instancesQuery(id));
  },
  component: Challenges,
});

const isOpen = ({ status }: Pick<DetailedGame, 'status'>, phase: GamePhase) =>
  status === 'Accepted' && (phase === 'Running' || phase === 'Practice');

/** The challenges to those who may play now or read them as staff; to everybody else the game, and what they can do. */
function Challenges() {
  const t = useText('challenge');
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const phase = usePhase(game);
  const role = useAccount()?.role;
  const address = useLocation().href;
  const search = Route.useSearch();
  const onSearch = useSearchChange();
  const open = isOpen(game, phase);
  const reads = useReads(game, phase);
  const isStaff = useStaff(game);
  return (
    <>
      <PageTitle title={`${t('challenge.title')} · ${game.title}`} />
      {open ? (
        <OpenChallenges gameId={id} phase={phase} />
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          {reads ? (
            <StaffChallenges game={game} search={search} onSearch={onSearch} />
          ) : (
            <GamePage game={game} signedIn={role !== undefined} isStaff={isStaff}>
              <ParticipationPanel game={game} phase={phase} role={role} address={address} withCountdown={false} />
            </GamePage>
          )}
        </Suspense>
      )}
    </>
  );
}

function useSearchChange(): ComponentProps<typeof ChallengesPage>['onSearch'] {
  const navigate = Route.useNavigate();
  return (search, { push = false } = {}) => void navigate({ search, replace: !push, resetScroll: false });
}

function OpenChallenges({ gameId, phase }: { gameId: number; phase: GamePhase }) {
  const t = useText('challenge', 'notice');
  const search = Route.useSearch();
  const onSearch = useSearchChange();
  const { data: game } = useSuspenseQuery(gameQuery(gameId));
  const { details, error, isFetching, refetch } = useLiveDetails(gameId, { enabled: true });
  const { data: instances = [] } = useQuery(instancesQuery(gameId));
  const findChallenge = useChallengeFinder(gameId);
  const account = useAccount();
  const config = useConfig();
  const frozen = useFrozen(game);
  // Phones have a tab for the notices.
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const releaseOf = useReleases(gameId, game.start);
  if (!details && error) {
    return (
      <FailedState title={t('challenge.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  if (!details) return <ChallengesSkeleton />;

  const all = Object.values(details.challenges).flat();
  const titleOf = (challengeId: number) => all.find((one) => one.id === challengeId)?.title ?? String(challengeId);
  const solved = new Set(details.rank.solvedChallenges.map(({ id }) => id));
  const isOpenNow = (challengeId: number | null) =>
    challengeId !== null && !solved.has(challengeId) && all.some((one) => one.id === challengeId);
  return (
    <>
      <FrozenNote game={game} role={account?.role} />
      <ChallengesPage
        gameId={gameId}
        details={details}
        running={new Set(instances.filter(({ state }) => state === 'running').map(({ challengeId }) => challengeId))}
        bloodsOpen={phase === 'Running'}
        search={search}
        onSearch={onSearch}
        dock={
          <InstanceDock
            gameId={gameId}
            lifetimes={config}
            challengeOf={(challengeId) => ({
              title: titleOf(challengeId),
              category: all.find((one) => one.id === challengeId)?.category ?? 'Misc',
            })}
            linkTo={(challengeId) => (
              <Link to="." search={(before) => ({ ...before, challenge: challengeId })} resetScroll={false}>
                {titleOf(challengeId)}
              </Link>
            )}
          />
        }
        overview={
          <>
            <OwnTeamPanel details={details} division={game.divisions.find(({ id }) => id === game.division)} />
            {!isPhone && (
              <Panel flush title={t('notice.title')}>
                <NoticeList gameId={gameId} accountId={account?.userId} started findChallenge={findChallenge} />
              </Panel>
            )}
          </>
        }
        detail={(challengeId, { onOpen, ...around }) => (
          <OwnChallenge
            gameId={gameId}
            challengeId={challengeId}
            summary={all.find((one) => one.id === challengeId)}
            frozen={frozen}
            points={details.rank.score}
            {...around}
            more={(summary) => (
              <>
                <SolvesOnBoard
                  gameId={gameId}
                  challenge={summary}
                  ownTeamId={details.rank.id}
                  releasedAt={releaseOf(summary.title)}
                  end={game.end}
                />
                <AnswersOfTeam gameId={gameId} challengeId={challengeId} />
              </>
            )}
            instance={(challenge) => <Instance gameId={gameId} challenge={challenge} />}
            flagField={(challenge) => (
              <Answer
                gameId={gameId}
                challenge={challenge}
                teamId={details.rank.id}
                solve={details.rank.solvedChallenges.find((solve) => solve.id === challengeId)}
                {...(isOpenNow(challenge.next)
                  ? { onNext: () => onOpen(challenge.next ?? 0), nextTitle: titleOf(challenge.next ?? 0) }
                  : { onNext: around.onNextUnsolved })}
              />
            )}
          />
        )}
      />
    </>
  );
}

/** Its type stands here: as a type of its own it would keep the challenge in the first load. */
function OwnChallenge({
  gameId,
  challengeId,
  ...detail
}: Omit<ComponentProps<typeof ChallengeDetail>, 'query' | 'hidden'> & { gameId: number; challengeId: number }) {
  const onTakeHint = useTakeHint(gameId, challengeId);
  const { pausedAt, statementsHidden: hidden } = useSuspenseQuery(gameQuery(gameId)).data;
  const query = useQuery({ ...challengeQuery(gameId, challengeId), enabled: !hidden });
  const onTake = pausedAt === null ? { onTakeHint } : {};
  return <ChallengeDetail query={query} hidden={hidden} {...onTake} {...detail} />;
}

/** The board is asked for by the details of the page, which would be rendered with each change of it here too. */
function SolvesOnBoard(props: Omit<ComponentProps<typeof Solves>, 'board'>) {
  const { data: board } = useLiveScoreboard(props.gameId, { enabled: false });
  return board && <Solves {...props} board={board} />;
}

function Instance({ gameId, challenge }: { gameId: number; challenge: Challenge }) {
  const config = useConfig();
  const { data: game } = useSuspenseQuery(gameQuery(gameId));
  const findChallenge = useChallengeFinder(gameId);
  const { refetch } = useQuery({ ...challengeQuery(gameId, challenge.id), enabled: false });
  if (!hasContainer(challenge.type)) return null;
  return (
    <Suspense fallback={<TextSkeleton lines={2} />}>
      <InstanceBlock
        gameId={gameId}
        challengeId={challenge.id}
        title={challenge.title}
        category={challenge.category}
        context={challenge.context}
        lastEnd={challenge.lastEnd}
        isShared={challenge.isShared}
        lifetimes={config}
        gameEnd={game.practiceMode ? Number.POSITIVE_INFINITY : game.end}
        replacingLimit={replacingLimit(config, game)}
        titleOf={(challengeId) => findChallenge(challengeId)?.title ?? `#${challengeId}`}
        onExpired={() => void refetch()}
      />
    </Suspense>
  );
}

function AnswersOfTeam({ gameId, challengeId }: { gameId: number; challengeId: number }) {
  const t = useText('submission');
  const { data: challenge } = useQuery({ ...challengeQuery(gameId, challengeId), enabled: false });
  return (
    <Disclosure title={t('submission.answers.title')} note={challenge?.attempts}>
      <TeamAnswers gameId={gameId} challengeId={challengeId} />
    </Disclosure>
  );
}

type AnswerProps = {
  gameId: number;
  challenge: Challenge;
  teamId: number;
  solve: { score: number } | undefined;
  onNext: (() => void) | null;
  nextTitle?: string;
};

function Answer({ gameId, challenge, teamId, solve, ...next }: AnswerProps) {
  const { data: game } = useSuspenseQuery(gameQuery(gameId));
  const phase = usePhase(game);
  const late = useReached(challenge.deadline === null ? null : challenge.deadline + 1, game.pausedAt);
  // With practice on, late answers are taken even while the game runs.
  const refusal = phase === 'Ended' ? 'ended' : late && !game.practiceMode ? 'deadline' : null;
  const closed = game.pausedAt === null ? refusal : 'paused';
  return (
    <FlagField
      gameId={gameId}
      challengeId={challenge.id}
      teamId={teamId}
      solved={solve !== undefined}
      points={solve && solve.score > 0 ? solve.score : undefined}
      closed={closed}
      practice={phase === 'Practice'}
      limit={challenge.limit}
      attempts={challenge.attempts}
      {...next}
    />
  );
}
