import { createFileRoute } from '@tanstack/react-router';
import { requireAccount } from '../features/account/guard';
import { TeamsPage } from '../features/team/TeamsPage';
import { teamsQuery } from '../features/team/team.queries';
import { readTeamsSearch } from '../features/team/teams-search';

export const Route = createFileRoute('/teams')({
  validateSearch: readTeamsSearch,
  // Signing in returns to a followed join link, code included.
  beforeLoad: requireAccount,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(teamsQuery());
  },
  component: Teams,
});

function Teams() {
  const navigate = Route.useNavigate();
  const { account } = Route.useRouteContext();
  return (
    <TeamsPage
      accountId={account.userId ?? ''}
      search={Route.useSearch()}
      onSearch={(next, { push = false } = {}) => void navigate({ search: next, replace: !push, resetScroll: false })}
    />
  );
}
