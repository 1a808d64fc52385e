import { createFileRoute } from '@tanstack/react-router';
import { FlagsPage } from '../../features/flag/FlagsPage';

export const Route = createFileRoute('/admin/games/$id/challenges/$chalId/flags')({
  component: Flags,
});

function Flags() {
  const { id, chalId } = Route.useParams();
  return <FlagsPage key={chalId} gameId={id} challengeId={chalId} />;
}
