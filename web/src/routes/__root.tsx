import { createRootRouteWithContext, Outlet, useMatches } from '@tanstack/react-router';
import { accountQuery } from '../features/account/account.queries';
import { brandName, configQuery, useConfig } from '../features/config/config.queries';
import type { RouterContext } from '../router';
import { PlainFrame } from '../shell/PlainFrame';
import { Shell } from '../shell/Shell';
import { BrandContext } from '../ui/brand';
import { ForeignImagesContext } from '../ui/foreign-images';
import { useBackCloses } from '../ui/use-back-closes';

export const Route = createRootRouteWithContext<RouterContext>()({
  // Who one is and where one is decide how every page looks; a failure of either must not keep the page away.
  loader: ({ context: { queryClient } }) =>
    Promise.allSettled([queryClient.ensureQueryData(configQuery()), queryClient.ensureQueryData(accountQuery())]),
  component: Root,
});

function Root() {
  useBackCloses();
  const config = useConfig();
  const plain = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.plain) });
  return (
    <BrandContext value={brandName(config)}>
      <ForeignImagesContext value={config?.foreignImages ?? 'ask'}>
        {plain ? (
          <PlainFrame>
            <Outlet />
          </PlainFrame>
        ) : (
          <Shell>
            <Outlet />
          </Shell>
        )}
      </ForeignImagesContext>
    </BrandContext>
  );
}
