import type { Overview } from '@vexil/contract/overview';
import { readBackupHealth } from '@vexil/data/health/backup.queries';
import { listFailingChecks } from '@vexil/data/solver/checks.queries';
import type { Deps } from '@vexil/http/deps';
import { diskStateOf } from '@vexil/http/guard/disk-space.rules';
import { findHostExposure } from '@vexil/rules/public-host.rules';
import { listLivingWorkers } from '@vexil/runtime/heartbeat';
import { shareFor } from '@vexil/runtime/within';
import type { FastifyInstance } from 'fastify';
import { productInfo } from '../config/product';
import { readDrainedEngines } from '../container/engine.service';
import { readCounts } from './overview.queries';
import { isLate } from './platform/backup.check';

const startedAt = Date.now() - Math.round(process.uptime() * 1000);

function viewSetup({ config }: Pick<Deps, 'config'>): Overview['setup'] {
  return {
    hasMail: config.smtpUrl !== null,
    mailSender: config.smtpFrom,
    captcha: config.captcha.provider,
    containerEngine: config.containerEngine,
    portMapping: config.containerPortMapping === 'proxy' ? 'PlatformProxy' : 'Default',
    containerHost: findHostExposure(config) ?? 'apart',
    storage: config.storage.kind,
    publicUrl: config.publicUrl,
  };
}

async function readBackup({ database, config, clock }: Deps): Promise<NonNullable<Overview['backup']>> {
  const { ageSeconds, faults } = await readBackupHealth(database, config.backup);
  return {
    lastAt: ageSeconds === null ? null : Math.round(clock.now().getTime() - 1000 * ageSeconds),
    isLate: ageSeconds !== null && isLate(config.backup, ageSeconds),
    faults,
  };
}

async function read({ deps, queueHealth, partStates }: FastifyInstance): Promise<Overview> {
  // An overview is wanted most when something does not answer.
  const unlessDown = <T>(work: Promise<T>) => work.catch(() => null);
  const [parts, freeBytes, workers, queue, backup, drained, failing, { counts, settings }] = await Promise.all([
    partStates(),
    deps.diskSpace.freeBytes(),
    unlessDown(listLivingWorkers(deps.redis, deps.keyPrefix)),
    unlessDown(queueHealth()),
    unlessDown(readBackup(deps)),
    unlessDown(readDrainedEngines(deps)),
    unlessDown(listFailingChecks(deps.database, deps.clock.now())),
    readCounts(deps.db, deps.clock.now()),
  ]);
  return {
    version: productInfo.version,
    commit: productInfo.commit,
    startedAt,
    parts,
    disk: { state: freeBytes === null ? 'ok' : diskStateOf(freeBytes), freeBytes },
    workers,
    drainedEngines: drained,
    queues: queue?.jobs ?? null,
    oldestWaitingAnswerSeconds: queue?.oldestWaitingAnswerSeconds ?? null,
    unsentMails: queue?.unsentMails ?? null,
    failingChecks: failing?.length ?? null,
    backup,
    setup: viewSetup(deps),
    counts,
    isUntouched: counts.games === 0 && settings === 0,
  };
}

const ageMsMax = 1000;

/** Pages of several administrators fetch it every few seconds. */
export const createOverview = (app: FastifyInstance): (() => Promise<Overview>) =>
  shareFor(
    ageMsMax,
    () => read(app),
    () => app.deps.clock.now().getTime(),
  );
