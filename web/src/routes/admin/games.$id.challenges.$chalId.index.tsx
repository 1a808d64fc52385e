import { createFileRoute } from '@tanstack/react-router';
import { ChallengeEditor } from '../../features/challenge-edit/ChallengeEditor';
import { FlagsPage } from '../../features/flag/FlagsPage';
import { loadTexts } from '../../i18n/i18n';

export const Route = createFileRoute('/admin/games/$id/challenges/$chalId/')({
  loader: () => loadTexts('flag'),
  component: Edit,
});

function Edit() {
  const { id, chalId } = Route.useParams();
  return (
    <ChallengeEditor
      key={chalId}
      gameId={id}
      challengeId={chalId}
      flags={<FlagsPage gameId={id} challengeId={chalId} />}
    />
  );
}
