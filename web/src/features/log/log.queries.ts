import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LogMessage } from '@vexil/contract/log';
import { logEndpoints } from '@vexil/contract/log.endpoints';
import { routeQuery } from '../../api/route-query';
import type { LogsSearch } from './logs-search';

export type { LogMessage };
export const pageSize = 100;

export const useLogs = ({ q, level, kind, game, page = 1 }: LogsSearch) =>
  useQuery({
    ...routeQuery(logEndpoints.list, {
      query: {
        count: pageSize,
        skip: (page - 1) * pageSize,
        level: level ?? 'All',
        hint: q,
        kind: kind === 'all' ? undefined : (kind ?? 'operation'),
        gameId: game,
      },
    }),
    placeholderData: keepPreviousData,
  });
