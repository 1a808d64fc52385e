import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router';
import { accountQuery } from '../features/account/account.queries';
import { brandName, configQuery, useConfig } from '../features/config/config.queries';
import type { RouterContext } from '../router';
import { BareFrame } from '../shell/BareFrame';
import { Shell } from '../shell/Shell';
import { BrandContext } from '../ui/brand';

export const Route = createRootRouteWithContext<RouterContext>()({
  // Who one is and where one is decide how every page looks; a failure of either must not keep the page away.
  loader: ({ context: { queryClient } }) =>
    Promise.allSettled([queryClient.ensureQueryData(configQuery()), queryClient.ensureQueryData(accountQuery())]),
  component: Root,
});

function Root() {
  const config = useConfig();
  const bare = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.bare) });
  return (
    <BrandContext value={brandName(config)}>
      {config?.logoUrl && <link rel="icon" href={config.logoUrl} />}
      {bare ? (
        <BareFrame>
          <Outlet />
        </BareFrame>
      ) : (
        <Shell>
          <Outlet />
        </Shell>
      )}
    </BrandContext>
  );
}
