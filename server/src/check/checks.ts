// The list of checks of the platform. The command line, pages, the readiness probe, webhooks and metrics read it.

import { readBacklog } from '@vexil/data/health/backlog.queries';
import type { Deps } from '@vexil/http/deps';
import { createQueueHealth, type QueueHealth } from '@vexil/runtime/queue-health';
import { within } from '@vexil/runtime/within';
import { type Finding, isWithoutRedis, type PlatformCheck, type PlatformFacts, reasonOf } from './check';
import { accounts } from './platform/accounts.check';
import { address } from './platform/address.check';
import { askWorker } from './platform/ask-worker';
import { backup } from './platform/backup.check';
import { clock } from './platform/clock.check';
import { database } from './platform/database.check';
import { disk } from './platform/disk.check';
import { engine } from './platform/engine.check';
import { key } from './platform/key.check';
import { limits } from './platform/limits.check';
import { mail } from './platform/mail.check';
import { migrations } from './platform/migrations.check';
import { queues } from './platform/queues.check';
import { redis } from './platform/redis.check';
import { solvers } from './platform/solvers.check';
import { storage } from './platform/storage.check';
import { webhooks } from './platform/webhooks.check';
import { workers } from './platform/workers.check';

/** In the order of pages and lists. */
export const platformChecks: readonly PlatformCheck[] = [
  ...[database, migrations, key, redis, clock, workers, engine, storage, disk, mail],
  ...[webhooks, address, limits, backup, queues, solvers, accounts],
];

const timeoutMs = 20_000;

async function ask(check: PlatformCheck, facts: PlatformFacts): Promise<Finding[]> {
  const { name } = check;
  try {
    return await within(timeoutMs, check.ask(facts));
  } catch (error) {
    // Redis has a fault of its own then.
    const state = name !== 'redis' && isWithoutRedis(error) ? 'unknown' : 'fault';
    return [{ code: `${name}.failed`, state, params: { reason: reasonOf(error) } }];
  }
}

export const readQueueHealth = (deps: Deps): (() => Promise<QueueHealth>) =>
  createQueueHealth({ ...deps, readBacklog: (now) => readBacklog(deps.db, now) });

export function factsOf(deps: Deps): PlatformFacts {
  let answer: ReturnType<typeof askWorker> | undefined;
  return {
    deps,
    queueHealth: readQueueHealth(deps),
    worker() {
      answer ??= askWorker(deps).catch(() => null);
      return answer;
    },
  };
}

/** All checks at once. Never throws. */
export async function examine(deps: Deps): Promise<Finding[]> {
  const facts = factsOf(deps);
  return (await Promise.all(platformChecks.map((check) => ask(check, facts)))).flat();
}
