import { useRouterState } from '@tanstack/react-router';

/** The game that the open page belongs to, to play or to manage. What stands around the pages has no params of them. */
export const useGameOfPath = (): number | undefined =>
  useRouterState({
    select: ({ location }) => {
      const [, id] = /^\/(?:admin\/)?games\/(\d+)/i.exec(location.pathname) ?? [];
      return id === undefined ? undefined : Number(id);
    },
  });
