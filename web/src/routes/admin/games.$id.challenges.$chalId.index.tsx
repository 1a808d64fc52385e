import { createFileRoute } from '@tanstack/react-router';
import { ChallengeEditor } from '../../features/challenge-edit/ChallengeEditor';
import { AddFlags, SharedFlags } from '../../features/flag/SharedFlags';
import { SolverPanel } from '../../features/solver/SolverPanel';

export const Route = createFileRoute('/admin/games/$id/challenges/$chalId/')({
  component: Edit,
});

function Edit() {
  const { id, chalId } = Route.useParams();
  return (
    <ChallengeEditor
      key={chalId}
      gameId={id}
      challengeId={chalId}
      flags={<SharedFlags gameId={id} challengeId={chalId} />}
      moreFlags={<AddFlags gameId={id} challengeId={chalId} />}
      solver={<SolverPanel gameId={id} challengeId={chalId} />}
    />
  );
}
