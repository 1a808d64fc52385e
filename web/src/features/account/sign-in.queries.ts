import { type QueryClient, useMutation } from '@tanstack/react-query';
import { signInEndpoints } from '@vexil/contract/sign-in.endpoints';
import { call } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { useInvalidate } from '../../api/use-invalidate';

/** A failure leaves the form for the password. */
export const providersQuery = () => ({ ...routeQuery(signInEndpoints.providers), staleTime: 60_000, retry: false });

/** For loaders: avoids a layout shift. */
export const loadProviders = (queryClient: QueryClient): Promise<void> => queryClient.prefetchQuery(providersQuery());

export const linkQuery = (provider: string) => ({
  ...routeQuery(signInEndpoints.link, { params: { provider } }),
  retry: false,
});

/** Leaves for the provider; what it refuses is said on the page. */
export const useBeginSignIn = () =>
  useMutation({
    mutationFn: ({ id, ...query }: { id: string; from: string; link?: true }) =>
      call(signInEndpoints.begin, { params: { provider: id }, query }),
    onSuccess: ({ url }) => window.location.assign(url),
  });

export const useUnlink = (provider: string) =>
  useMutation({
    mutationFn: () => call(signInEndpoints.unlink, { params: { provider } }),
    onSuccess: useInvalidate(linkQuery(provider).queryKey),
  });
