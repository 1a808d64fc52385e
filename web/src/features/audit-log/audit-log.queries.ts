import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { auditEndpoints } from '@vexil/contract/audit.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { routeQuery } from '../../api/route-query';

/** Days are dates in the reader's zone, `2026-05-01`. */
export type AuditSearch = {
  who?: string;
  action?: string;
  game?: number;
  from?: string;
  until?: string;
  page?: number;
};

export const pageSize = 50;

const dayMs = 24 * 60 * 60 * 1000;

/** The begin of a day in the reader's zone; undefined where the text is no date. */
function beginOf(day: string | undefined): number | undefined {
  const at = day === undefined ? Number.NaN : new Date(`${day}T00:00`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

export function periodOf({ from, until }: { from?: string; until?: string }) {
  const end = beginOf(until);
  return { from: beginOf(from), until: end === undefined ? undefined : end + dayMs - 1 };
}

export function useAudit({ who, action, game, from, until, page = 1 }: AuditSearch) {
  return useQuery({
    ...routeQuery(auditEndpoints.all, {
      query: {
        count: pageSize,
        skip: (page - 1) * pageSize,
        who,
        action,
        gameId: game,
        ...periodOf({ from, until }),
      },
    }),
    placeholderData: keepPreviousData,
  });
}

const gamesMax = 100;

/** By id. */
export function useGameTitles(): ReadonlyMap<number, string> {
  const games = useQuery(routeQuery(gameEditEndpoints.list, { query: { count: gamesMax } })).data?.data ?? [];
  return new Map(games.map(({ id, title }) => [id, title]));
}
