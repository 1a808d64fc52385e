import { createFileRoute } from '@tanstack/react-router';
import { storedParticipationStatuses } from '@vexil/db/enums/participation';
import { ReviewPage } from '../../features/review/ReviewPage';
import { int, oneOf, searchOf, text } from '../../ui/search-params';
import { useAddressSearch } from '../../ui/use-address-search';

export const Route = createFileRoute('/admin/games/$id/review')({
  validateSearch: searchOf({
    q: text(),
    division: (given) => (given === 'none' ? given : int()(given)),
    status: oneOf(storedParticipationStatuses),
    page: int(1),
  }),
  component: Review,
});

function Review() {
  const { id } = Route.useParams();
  return <ReviewPage key={id} gameId={id} {...useAddressSearch(Route)} />;
}
