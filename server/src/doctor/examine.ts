import type { CheckCode, CheckedPart } from '@vexil/contract/doctor';
import type { Deps } from '@vexil/http/deps';
import { askWorker, type WorkerAnswer } from './ask-worker';
import { checkAddress } from './check-address';
import { checkBackup } from './check-backup';
import { checkClocks } from './check-clocks';
import { checkDatabase, checkKey, checkMigrations } from './check-database';
import { checkLimits } from './check-limits';
import { checkAdministrators, checkQueues, checkSolvers } from './check-operation';
import { checkRedis } from './check-redis';
import { checkDisk, checkStorage } from './check-storage';
import { checkWebhooks } from './check-webhooks';
import { checkEngine, checkMail, checkWorkers } from './check-workers';
import { type Check, type CheckContext, type Finding, fault, isWithoutRedis, reasonOf, unknown } from './finding';

const checkTimeoutMs = 20_000;

const checks: Record<CheckedPart, Check> = {
  database: checkDatabase,
  migrations: checkMigrations,
  key: checkKey,
  redis: checkRedis,
  clock: checkClocks,
  workers: checkWorkers,
  engine: checkEngine,
  storage: checkStorage,
  disk: checkDisk,
  mail: checkMail,
  webhooks: checkWebhooks,
  address: checkAddress,
  limits: checkLimits,
  backup: checkBackup,
  queues: checkQueues,
  solvers: checkSolvers,
  accounts: checkAdministrators,
};

async function run(part: CheckedPart, check: Check, deps: Deps, context: CheckContext): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${checkTimeoutMs / 1000} s`)), checkTimeoutMs);
  });
  try {
    return await Promise.race([check(deps, context), late]);
  } catch (error) {
    const code: CheckCode = `${part}.failed`;
    const params = { reason: reasonOf(error) };
    // Redis has a fault of its own then.
    return [part !== 'redis' && isWithoutRedis(error) ? unknown(code, params) : fault(code, params)];
  } finally {
    clearTimeout(timer);
  }
}

/** All checks at once; one that cannot be made is a fault of its part. Never throws. */
export async function examine(deps: Deps): Promise<Finding[]> {
  let answer: Promise<WorkerAnswer | null> | undefined;
  const context: CheckContext = {
    worker() {
      answer ??= askWorker(deps).catch(() => null);
      return answer;
    },
  };
  const entries = Object.entries(checks) as [CheckedPart, Check][];
  return (await Promise.all(entries.map(([part, check]) => run(part, check, deps, context)))).flat();
}
