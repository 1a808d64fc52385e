import { useQuery } from '@tanstack/react-query';
import type { ClientConfig } from '@vexil/contract/config-info';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import { retryBusy } from '../../api/query-client';
import { routeQuery } from '../../api/route-query';

/** The platform's own settings; fetched once, they change seldom and a reload brings them. */
export const configQuery = () => ({
  ...routeQuery(configEndpoints.client),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: retryBusy,
});

/** Undefined as long as the settings are not known; pages must do without them. */
export const useConfig = (): ClientConfig | undefined => useQuery(configQuery()).data;

/** The specification's default title: it names no platform, so our own name stands until an organiser sets one. */
const unsetTitle = 'GZ';

export const brandName = (config: ClientConfig | undefined): string =>
  config?.title && config.title !== unsetTitle ? config.title : 'Vexil';
