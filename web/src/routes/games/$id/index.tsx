import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useAccount } from '../../../features/account/account.queries';
import { GamePage } from '../../../features/game/GamePage';
import { gameQuery } from '../../../features/game/game.queries';
import { usePhase, useStarted } from '../../../features/game/use-phase';
import { FieldsForm } from '../../../features/participation/on-demand';
import { ParticipationPanel } from '../../../features/participation/ParticipationPanel';
import { takesPart } from '../../../features/participation/rules-due';
import { ListSkeleton } from '../../../ui/skeletons';
import { useStaff } from '../-use-watch';

// Of use to teams that have to hand one in.
const WriteupPanel = lazy(async () => {
  const module = await import('../../../features/writeup/WriteupPanel');
  return { default: module.WriteupPanel };
});

// Of use to teams that the organisers ask something.
const QuestionsPanel = lazy(() => import('../../../features/question/QuestionsPanel'));

export const Route = createFileRoute('/games/$id/')({
  component: Overview,
});

function Overview() {
  const { id } = Route.useParams();
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const role = useAccount()?.role;
  const started = useStarted(game.start);
  const { writeupDeadline: deadline } = game;
  const phase = usePhase(game);
  const answers = game.fields.length > 0 && phase !== 'Ended' && takesPart(game);
  const hasWriteup = game.status === 'Accepted' && started && deadline !== null;
  return (
    <GamePage
      game={game}
      signedIn={role !== undefined}
      isStaff={useStaff(game)}
      writeup={
        (hasWriteup || answers || game.isAsked) && (
          <Suspense fallback={<ListSkeleton count={2} />}>
            {game.isAsked && <QuestionsPanel gameId={id} />}
            {hasWriteup && <WriteupPanel gameId={id} deadline={deadline} />}
            {answers && <FieldsForm game={game} />}
          </Suspense>
        )
      }
    >
      <ParticipationPanel game={game} phase={phase} role={role} address={useLocation().href} withCountdown={false} />
    </GamePage>
  );
}
