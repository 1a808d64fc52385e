import { createFileRoute } from '@tanstack/react-router';
import { challengeCategories, challengeTypes } from '@vexil/db/enums/challenge';
import { z } from 'zod';
import { ChallengesPage } from '../../features/challenge-edit/ChallengesPage';
import { challengesQuery } from '../../features/challenge-edit/challenge-edit.queries';
import { challengeStates } from '../../features/challenge-edit/challenge-filter';
import { loadTexts } from '../../i18n/i18n';

export const Route = createFileRoute('/admin/games/$id/challenges/')({
  validateSearch: z.object({
    q: z.coerce.string<string>().optional().catch(undefined),
    category: z.enum(challengeCategories).optional().catch(undefined),
    type: z.enum(challengeTypes).optional().catch(undefined),
    state: z.enum(challengeStates).optional().catch(undefined),
  }),
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(challengesQuery(id));
    return loadTexts('challenge-edit');
  },
  component: Challenges,
});

function Challenges() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <ChallengesPage
      key={id}
      gameId={id}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
