import { healthEndpoints } from '@vexil/contract/health.endpoints';
import { routeQuery } from '../../api/route-query';

const pollMs = 30_000;

export const healthQuery = (id: number) => ({
  ...routeQuery(healthEndpoints.get, { params: { id } }),
  refetchInterval: pollMs,
});
