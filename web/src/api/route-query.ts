import { queryOptions } from '@tanstack/react-query';
import type { Endpoint } from '@vexil/contract/endpoint';
import { type CallArguments, call, type InputOf, type ReplyOf } from './call';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The cache key of a call with an input; without an input it matches the endpoint's every entry when invalidating. */
export const routeKey = <E extends Endpoint>(endpoint: E, input?: InputOf<E>) =>
  input === undefined ? ([nameOf(endpoint)] as const) : ([nameOf(endpoint), input] as const);

/** TanStack Query options of a call: `useQuery(routeQuery(teamEndpoints.get, { params: { id } }))`. */
export function routeQuery<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) {
  const given = (input ?? {}) as InputOf<E>;
  return queryOptions<ReplyOf<E>>({
    queryKey: [nameOf(endpoint), given],
    // An empty reply is a reply; the cache knows undefined only as "nothing yet".
    queryFn: async ({ signal }) =>
      ((await call(endpoint, ...([given, { signal }] as CallArguments<E>))) ?? null) as ReplyOf<E>,
  });
}
