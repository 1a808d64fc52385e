import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, Outlet } from '@tanstack/react-router';
import { lacksFields } from '@vexil/rules/own-field.rules';
import { Suspense } from 'react';
import { found } from '../../../api/found';
import { useAccount } from '../../../features/account/account.queries';
import { useContainerMessages } from '../../../features/container/container.queries';
import { useReplacedMessages } from '../../../features/container/use-asked-start';
import { GameFrame } from '../../../features/game/GameFrame';
import { gameQuery } from '../../../features/game/game.queries';
import { phaseNow, usePhase, useStarted } from '../../../features/game/use-phase';
import { NoticeBell, useUnread } from '../../../features/notice/NoticeBell';
import { noticesQuery } from '../../../features/notice/notice.queries';
import { FieldsForm, RulesDue } from '../../../features/participation/on-demand';
import { rulesDue, takesPart } from '../../../features/participation/rules-due';
import { useSubmissionMessages } from '../../../features/submission/use-submission-messages';
import { useUnlocks } from '../../../features/submission/use-unlocks';
import { useSoloWords } from '../../../i18n/use-text';
import { detailsQuery, useChallengeFinder } from '../../../live/details-query';
import { useOrganiser, useReads, useStaff } from '../-use-watch';

export const Route = createFileRoute('/games/$id')({
  params: {
    parse: ({ id }) => {
      if (!/^\d{1,10}$/.test(id)) throw notFound();
      return { id: Number(id) };
    },
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const game = await found(queryClient.ensureQueryData(gameQuery(id)));
    const phase = phaseNow(game);
    if (phase === 'Upcoming') return;
    // What the frame asks for in any case.
    void queryClient.prefetchQuery(noticesQuery(id));
    if (game.status === 'Accepted' && phase !== 'Ended') void queryClient.prefetchQuery(detailsQuery(id));
  },
  component: Game,
});

function Game() {
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  useSoloWords(game.individual);
  const account = useAccount();
  const reader = { gameId: id, accountId: account?.userId };
  const started = useStarted(game.start);
  const findChallenge = useChallengeFinder(id);
  useContainerMessages(id);
  useReplacedMessages(id, (challengeId) => findChallenge(challengeId)?.title ?? `#${challengeId}`);
  useSubmissionMessages(id);
  useUnlocks(id);
  const phase = usePhase(game);
  const due = rulesDue(game);
  const areFieldsDue = takesPart(game) && phase !== 'Ended' && lacksFields(game.fields, game.fieldValues);
  return (
    <GameFrame
      game={game}
      canWatch={useStaff(game)}
      canRead={useReads(game, phase)}
      canEdit={useOrganiser(game)}
      unread={useUnread(reader, started)}
      bell={<NoticeBell {...reader} started={started} findChallenge={findChallenge} />}
    >
      {due || areFieldsDue ? (
        <Suspense>{due ? <RulesDue key={due} game={game} of={due} /> : <FieldsForm game={game} isDue />}</Suspense>
      ) : (
        <Outlet />
      )}
    </GameFrame>
  );
}
