import { createFileRoute } from '@tanstack/react-router';
import { challengeTypes } from '@vexil/db/enums/challenge';
import { ChallengesPage } from '../../features/challenge-edit/ChallengesPage';
import { challengesQuery } from '../../features/challenge-edit/challenge-edit.queries';
import { challengeOrders, challengeStates } from '../../features/challenge-edit/challenges-search';
import { BloodBonusDialog } from '../../features/game-edit/BloodBonusDialog';
import { flag, oneOf, searchOf, text } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/games/$id/challenges/')({
  validateSearch: searchOf({
    q: text(),
    category: text(),
    type: oneOf(challengeTypes),
    state: oneOf(challengeStates),
    order: oneOf(challengeOrders),
    desc: flag,
  }),
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
