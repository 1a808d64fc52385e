import { useQuery } from '@tanstack/react-query';
import type { ContainerInstance } from '@vexil/contract/container-admin';
import { containerAdminEndpoints } from '@vexil/contract/container-admin.endpoints';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export type Instance = ContainerInstance;
export type InstancesSearch = { q?: string; game?: number; status?: Instance['status'] };

const refreshMs = 5000;
const failuresRefreshMs = 30_000;

/** All of them: a list that changes every second has no pages. */
export const useInstances = () =>
  useQuery({ ...routeQuery(containerAdminEndpoints.list), refetchInterval: refreshMs, select: ({ data }) => data });

export const useFailedStarts = () =>
  useQuery({ ...routeQuery(containerAdminEndpoints.failures), refetchInterval: failuresRefreshMs });

export const useEndInstance = () =>
  useChange(
    (id: string) => call(containerAdminEndpoints.destroy, { params: { id } }),
    useInvalidate(routeKey(containerAdminEndpoints.list)),
  );

export const useInstanceLog = (id: string | undefined) =>
  useQuery({
    ...routeQuery(containerAdminEndpoints.log, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    // It may hold a flag.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
