import type { TextKey } from '../../i18n/texts';
import type { Overview } from './overview.queries';

export type Problem = {
  key: TextKey<'overview'>;
  /** `danger`: something does not work now. `warning`: it will not when it is needed. */
  level: 'danger' | 'warning';
  values?: Record<string, string | number>;
};

const waitingSecondsMax = 30;
const partNames = ['database', 'migrations', 'redis', 'storage'] as const;

const failing = (overview: Overview): Problem[] =>
  partNames.flatMap((part): Problem[] => {
    const state = overview.parts[part];
    if (state === 'ok') return [];
    return [{ key: `overview.problem.${part}`, level: 'danger' }];
  });

const isWithoutEngine = ({ workers }: Overview) =>
  workers !== null && workers.length > 0 && workers.every(({ engine }) => engine === null);

function ofWorkers({ workers, setup, drainedEngines }: Overview): Problem[] {
  if (workers === null) return [];
  if (workers.length === 0) return [{ key: 'overview.problem.workers', level: 'danger' }];
  const found: Problem[] = [];
  const engines = workers.filter(({ engine }) => engine !== null);
  if (engines.length > 0 && engines.every(({ isEngineUp }) => !isEngineUp)) {
    found.push({ key: 'overview.problem.engineDown', level: 'danger' });
  }
  if (engines.length === 0) found.push({ key: 'overview.problem.noEngine', level: 'warning' });
  if (drainedEngines !== null && drainedEngines.length > 0) {
    const values = { engines: drainedEngines.join(', ') };
    found.push({ key: 'overview.problem.drainedEngines', level: 'warning', values });
  }
  if (setup.hasMail && workers.every(({ hasMail }) => !hasMail)) {
    found.push({ key: 'overview.problem.workerMail', level: 'danger' });
  }
  return found;
}

function ofSetup(overview: Overview): Problem[] {
  const { setup, counts } = overview;
  const found: Problem[] = [];
  if (!setup.hasMail) found.push({ key: 'overview.problem.noMail', level: 'warning' });
  if (setup.publicUrl === null) found.push({ key: 'overview.problem.noAddress', level: 'warning' });
  const hasSharedHost = setup.containerHost === 'sameHost' && !isWithoutEngine(overview);
  if (hasSharedHost) found.push({ key: 'overview.problem.sharedHost', level: 'warning' });
  if (counts.administrators === 1) found.push({ key: 'overview.problem.oneAdmin', level: 'warning' });
  return found;
}

function ofBackup({ backup, counts }: Overview): Problem[] {
  if (backup === null) return [];
  if (backup.lastAt === null) {
    return counts.games === 0 ? [] : [{ key: 'overview.problem.noBackup', level: 'warning' }];
  }
  const found: Problem[] = [];
  if (backup.isLate) found.push({ key: 'overview.problem.oldBackup', level: 'warning' });
  if (backup.faults !== null && backup.faults > 0) {
    found.push({ key: 'overview.problem.faultyBackup', level: 'danger', values: { count: backup.faults } });
  }
  return found;
}

/** What is wrong, the worst first. */
export function problemsOf(overview: Overview): Problem[] {
  const { disk, oldestWaitingAnswerSeconds: waiting, queues } = overview;
  const found: Problem[] = [...failing(overview), ...ofWorkers(overview)];
  if (disk.state === 'full') found.push({ key: 'overview.problem.diskFull', level: 'danger' });
  if (disk.state === 'low') found.push({ key: 'overview.problem.diskLow', level: 'warning' });
  if (waiting !== null && waiting > waitingSecondsMax) {
    found.push({ key: 'overview.problem.slowJudge', level: 'danger', values: { seconds: waiting } });
  }
  const failed = Object.values(queues ?? {}).reduce((sum, queue) => sum + queue.failed, 0);
  if (failed > 0) found.push({ key: 'overview.problem.failedJobs', level: 'warning', values: { count: failed } });
  if (overview.failingChecks !== null && overview.failingChecks > 0) {
    found.push({ key: 'overview.problem.failingChecks', level: 'warning', values: { count: overview.failingChecks } });
  }
  found.push(...ofBackup(overview), ...ofSetup(overview));
  return found.sort((one, other) => Number(other.level === 'danger') - Number(one.level === 'danger'));
}
