import { createFileRoute } from '@tanstack/react-router';
import { storedParticipationStatuses } from '@vexil/db/enums/participation';
import { z } from 'zod';
import { ReviewPage } from '../../features/review/ReviewPage';
import { loadTexts } from '../../i18n/i18n';

export const Route = createFileRoute('/admin/games/$id/review')({
  validateSearch: z.object({
    q: z.coerce.string<string>().optional().catch(undefined),
    division: z
      .union([z.literal('none'), z.int()])
      .optional()
      .catch(undefined),
    status: z.enum(storedParticipationStatuses).optional().catch(undefined),
    page: z.int().min(1).optional().catch(undefined),
  }),
  loader: () => loadTexts('review'),
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
