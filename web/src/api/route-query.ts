import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf, Route } from '@vexil/contract/route';
import { type CallArguments, call, type InputOf } from './call';

/** The cache key of a route with an input; without an input it matches the route's every entry when invalidating. */
export const routeKey = <R extends Route>(route: R, input?: InputOf<R>) =>
  input === undefined
    ? ([`${route.method} ${route.path}`] as const)
    : ([`${route.method} ${route.path}`, input] as const);

/** TanStack Query options of a route: `useQuery(routeQuery(teamRoutes.get, { params: { id } }))`. */
export function routeQuery<R extends Route>(route: R, ...[input]: CallArguments<R>) {
  const given = (input ?? {}) as InputOf<R>;
  return queryOptions<ReplyOf<R>>({
    queryKey: [`${route.method} ${route.path}`, given],
    // An empty reply is a reply; the cache knows undefined only as "nothing yet".
    queryFn: async ({ signal }) =>
      ((await call(route, ...([given, { signal }] as CallArguments<R>))) ?? null) as ReplyOf<R>,
  });
}
