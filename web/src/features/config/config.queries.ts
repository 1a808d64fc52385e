import { useQuery } from '@tanstack/react-query';
import type { ClientConfig } from '@vexil/contract/config-info';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import { retryBusy } from '../../api/query-client';
import { routeQuery } from '../../api/route-query';

export const configQuery = () => ({
  ...routeQuery(configEndpoints.client),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: retryBusy,
});

/** Undefined until the settings are loaded. */
export const useConfig = (): ClientConfig | undefined => useQuery(configQuery()).data;

/** What pages call a platform without a name. */
export const ownName = 'Vexil';

/** The default title required by the specification is generic, so our own name is shown until organisers set one. */
const unsetTitle = 'GZ';

export const isNamed = (config: ClientConfig | undefined): boolean =>
  Boolean(config?.title) && config?.title !== unsetTitle;

export const brandName = (config: ClientConfig | undefined): string =>
  isNamed(config) ? (config?.title ?? ownName) : ownName;

/** As the default title: the specification's slogan is not the organisers'. */
const unsetSlogan = 'Hack for fun not for profit';

/** The organisers' slogan; undefined until they have written one. */
export const sloganOf = (config: ClientConfig | undefined): string | undefined =>
  config?.slogan && config.slogan !== unsetSlogan ? config.slogan : undefined;
