import { useQuery } from '@tanstack/react-query';
import type { Overview } from '@vexil/contract/overview';
import { overviewEndpoints } from '@vexil/contract/overview.endpoints';
import { routeQuery } from '../../api/route-query';

export type { Overview };

const refreshMs = 10_000;

export const overviewQuery = () => routeQuery(overviewEndpoints.get);

export const useOverview = () => useQuery({ ...overviewQuery(), refetchInterval: refreshMs });
