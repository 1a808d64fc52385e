import type { AnyRoute } from '@tanstack/react-router';
import { useCallback } from 'react';

type SearchOf<R extends AnyRoute> = R['types']['fullSearchSchema'];

/** What a page keeps in its address, as the props that it takes; a new search replaces the old one. */
export function useAddressSearch<R extends AnyRoute>(route: R) {
  const navigate = route.useNavigate();
  const search: SearchOf<R> = route.useSearch();
  return {
    search,
    onSearch: (next: SearchOf<R>) => void navigate({ search: next, replace: true, resetScroll: false }),
  };
}

/** The same for a page that hands over what changes. */
export function useAddressChange<R extends AnyRoute>(route: R) {
  const navigate = route.useNavigate();
  const search: SearchOf<R> = route.useSearch();
  const onSearch = useCallback(
    (change: Partial<SearchOf<R>>, { push = false }: { push?: boolean | undefined } = {}) =>
      // The router cannot know the search of a route that is a type parameter.
      void navigate({
        search: ((before: SearchOf<R>) => ({ ...before, ...change })) as never,
        replace: !push,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, onSearch };
}
