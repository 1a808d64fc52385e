import type { Db, Tx } from '@vexil/db';
import { isRetryable } from '@vexil/db/errors';
import type { Logger } from 'pino';

interface TransactionDeps {
  db: Db;
  log: Logger;
}

export type AfterCommit = (work: () => Promise<unknown>) => void;

const attemptsMax = 3;

/** Retries serialization failures and deadlocks. Failures of `afterCommit` are logged and left to sweeps. */
export async function inTransaction<T>(
  deps: TransactionDeps,
  work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const later: (() => Promise<unknown>)[] = [];
    try {
      const result = await deps.db.transaction((tx) => work(tx, (next) => later.push(next)));
      for (const next of later) await runAfterCommit(deps, next);
      return result;
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error;
    }
  }
}

async function runAfterCommit(deps: Pick<TransactionDeps, 'log'>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.warn(
      { event: 'transaction.after_commit_failed', err: error },
      'Work after a commit failed; a sweep will do it',
    );
  }
}
