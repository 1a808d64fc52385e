import { termsEndpoints } from '@vexil/contract/terms.endpoints';
import { routeQuery } from '../../api/route-query';

export const termsQuery = () => routeQuery(termsEndpoints.get);
