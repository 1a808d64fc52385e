import { createFileRoute } from '@tanstack/react-router';
import { ChallengesPage } from '../../features/challenge-edit/ChallengesPage';
import { challengesQuery } from '../../features/challenge-edit/challenge-edit.queries';
import { readChallengesSearch } from '../../features/challenge-edit/challenges-search';
import { BloodBonusDialog } from '../../features/game-edit/BloodBonusDialog';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/games/$id/challenges/')({
  validateSearch: readChallengesSearch,
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(challengesQuery(id));
  },
  component: Challenges,
});

function Challenges() {
  const { id } = Route.useParams();
  return (
    <ChallengesPage
      key={id}
      gameId={id}
      {...useAddressSearch(Route)}
      bonus={(dialog) => <BloodBonusDialog gameId={id} {...dialog} />}
    />
  );
}
