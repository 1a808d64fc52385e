import { readBacklog } from '@vexil/data/health/backlog.queries';
import { listFailingChecks } from '@vexil/data/solver/checks.queries';
import { createQueueHealth } from '@vexil/runtime/queue-health';
import { countAdministrators } from './doctor.queries';
import { type Check, fault, ok, warning } from './finding';

const judgingSecondsMax = 30;

export const checkQueues: Check = async (deps) => {
  const health = await createQueueHealth({ ...deps, readBacklog: (now) => readBacklog(deps.db, now) })();
  const seconds = health.oldestWaitingAnswerSeconds;
  const count = Object.values(health.jobs).reduce((sum, { failed }) => sum + failed, 0);
  const findings = [
    ...(seconds > judgingSecondsMax ? [fault('queues.answersWait', { seconds })] : []),
    ...(count > 0 ? [warning('queues.jobsFailed', { count })] : []),
  ];
  return findings.length > 0 ? findings : [ok('queues.well')];
};

export const checkSolvers: Check = async ({ database, clock }) => {
  const { length: count } = await listFailingChecks(database, clock.now());
  return [count > 0 ? warning('solvers.fail', { count }) : ok('solvers.well')];
};

export const checkAdministrators: Check = async ({ db }) => {
  const count = await countAdministrators(db);
  return [count === 1 ? warning('accounts.oneAdministrator') : ok('accounts.administrators', { count })];
};
