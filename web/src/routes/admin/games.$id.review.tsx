import { createFileRoute } from '@tanstack/react-router';
import { storedParticipationStatuses } from '@vexil/db/enums/participation';
import { ReviewPage } from '../../features/review/ReviewPage';
import { int, oneOf, searchOf, text } from '../../ui/search-params';

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
  const navigate = Route.useNavigate();
  return (
    <ReviewPage
      key={id}
      gameId={id}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
