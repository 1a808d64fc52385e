import { createFileRoute } from '@tanstack/react-router';
import { FlagsPage } from '../../features/flag/FlagsPage';
import { loadTexts } from '../../i18n/i18n';

export const Route = createFileRoute('/admin/games/$id/challenges/$chalId/flags')({
  loader: () => loadTexts('flag'),
  component: Flags,
});

function Flags() {
  const { id, chalId } = Route.useParams();
  return <FlagsPage key={chalId} gameId={id} challengeId={chalId} />;
}
