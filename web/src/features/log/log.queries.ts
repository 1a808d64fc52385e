import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LogMessage } from '@vexil/contract/log';
import { logEndpoints } from '@vexil/contract/log.endpoints';
import { routeQuery } from '../../api/route-query';

export type { LogMessage };
export const levels = ['Information', 'Warning', 'Error', 'Fatal'] as const;
export type Level = (typeof levels)[number];
export type LogsSearch = { q?: string; level?: Level; page?: number };

export const pageSize = 100;

export const useLogs = ({ q, level, page = 1 }: LogsSearch) =>
  useQuery({
    ...routeQuery(logEndpoints.list, {
      query: { count: pageSize, skip: (page - 1) * pageSize, level: level ?? 'All', hint: q },
    }),
    placeholderData: keepPreviousData,
  });
