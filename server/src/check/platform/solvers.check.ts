import { listFailingChecks } from '@vexil/data/solver/checks.queries';
import { ok, type PlatformCheck, warning } from '../check';

export const solvers: PlatformCheck = {
  name: 'solvers',
  audience: 'platform',
  async ask({ deps: { database, clock } }) {
    const { length: count } = await listFailingChecks(database, clock.now());
    return [count > 0 ? warning('solvers.fail', { count }) : ok('solvers.well')];
  },
};
