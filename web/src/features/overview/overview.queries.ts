import { overviewEndpoints } from '@vexil/contract/overview.endpoints';
import { routeQuery } from '../../api/route-query';

export const overviewQuery = () => routeQuery(overviewEndpoints.get);
