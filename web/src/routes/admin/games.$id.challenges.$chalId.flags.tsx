import { createFileRoute, redirect } from '@tanstack/react-router';
import { isDynamic } from '@vexil/db/enums/challenge';
import { FlagsPage } from '../../features/flag/FlagsPage';
import { challengeQuery } from '../../features/flag/flag.queries';

export const Route = createFileRoute('/admin/games/$id/challenges/$chalId/flags')({
  loader: async ({ context: { queryClient }, params }) => {
    const { type } = await queryClient.ensureQueryData(challengeQuery(params.id, params.chalId));
    // Those for all teams are among the fields of the challenge.
    if (!isDynamic(type)) throw redirect({ to: '/admin/games/$id/challenges/$chalId', params, hash: 'flags' });
  },
  component: Flags,
});

function Flags() {
  const { id, chalId } = Route.useParams();
  return <FlagsPage key={chalId} gameId={id} challengeId={chalId} />;
}
