import { useRouterState } from '@tanstack/react-router';

/** Where one is, by the place of the navigation that stands for it; what has none of its own is in `more`. */
export const usePlace = (): string =>
  useRouterState({
    select: ({ location: { pathname } }) =>
      pathname === '/' ? pathname : (/^\/(?:games|teams|account)\b/i.exec(pathname)?.[0].toLowerCase() ?? 'more'),
  });
