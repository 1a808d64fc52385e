import { createFileRoute, redirect } from '@tanstack/react-router';
import { requireAccount } from '../../features/account/guard';
import { PlatformAttention } from '../../features/check/PlatformAttention';
import { isNamed, useConfig } from '../../features/config/config.queries';
import { OverviewPage } from '../../features/overview/OverviewPage';
import { overviewQuery } from '../../features/overview/overview.queries';
import { areStepsHidden } from '../../features/overview/start-steps';

export const Route = createFileRoute('/admin/')({
  beforeLoad: async (guarded) => {
    const { account } = await requireAccount(guarded);
    // Organisers have their games here and nothing else.
    if (account.role !== 'Admin') throw redirect({ to: '/admin/games', replace: true });
  },
  loader: async ({ context: { queryClient } }) => {
    if (areStepsHidden()) return void queryClient.prefetchQuery(overviewQuery());
    // An untouched platform begins with the guided setup.
    const overview = await queryClient.ensureQueryData(overviewQuery()).catch(() => undefined);
    if (overview?.isUntouched) throw redirect({ to: '/admin/start', replace: true });
  },
  component: Index,
});

function Index() {
  return <OverviewPage isNamed={isNamed(useConfig())} attention={<PlatformAttention />} />;
}
