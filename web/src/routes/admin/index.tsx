import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireAccount } from '../../features/account/guard';
import { useConfig } from '../../features/config/config.queries';
import { OverviewPage } from '../../features/overview/OverviewPage';
import { overviewQuery } from '../../features/overview/overview.queries';

/** The title that the specification requires until another is chosen. */
const unsetTitle = 'GZ';

export const Route = createFileRoute('/admin/')({
  beforeLoad: async (guarded) => {
    const { account } = await requireAccount(guarded);
    // Organisers have their games here and nothing else.
    if (account.role !== 'Admin') throw redirect({ to: '/admin/games', replace: true });
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(overviewQuery());
  },
  component: Index,
});

function Index() {
  const title = useConfig()?.title;
  return <OverviewPage isNamed={title !== undefined && title !== unsetTitle} />;
}
