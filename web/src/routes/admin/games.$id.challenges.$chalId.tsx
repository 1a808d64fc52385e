import { createFileRoute, Outlet, useMatchRoute } from '@tanstack/react-router';
import { ChallengeFrame } from '../../features/challenge-edit/ChallengeFrame';
import { challengeQuery } from '../../features/challenge-edit/challenge-edit.queries';
import { RejudgeOffer } from '../../features/judging/RejudgeOffer';
import { needId, readId } from './-path-id';

export const Route = createFileRoute('/admin/games/$id/challenges/$chalId')({
  params: {
    parse: ({ chalId }) => ({ chalId: readId(chalId) }),
    stringify: ({ chalId }) => ({ chalId: String(chalId) }),
  },
  loader: async ({ context: { queryClient }, params: { id, chalId } }) => {
    needId(chalId);
    await queryClient.ensureQueryData(challengeQuery(id, chalId));
  },
  component: Challenge,
});

function Challenge() {
  const { id, chalId } = Route.useParams();
  const onFlags = useMatchRoute()({ to: '/admin/games/$id/challenges/$chalId/flags' }) !== false;
  return (
    <ChallengeFrame gameId={id} challengeId={chalId} page={onFlags ? 'flags' : 'edit'}>
      <RejudgeOffer gameId={id} challengeId={chalId} />
      <Outlet />
    </ChallengeFrame>
  );
}
