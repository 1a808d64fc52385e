// postgres.js 3.4.9 sends statements of a transaction after its connection was lost: an uncaught TypeError ends the
// process, or they run inside another transaction. Here the loss closes the transaction (postgres-faults.test.ts).

import type postgres from 'postgres';

type SqlTx = postgres.TransactionSql;
type Work = (sql: SqlTx) => unknown;

interface DriverConnection {
  id: number;
}
interface DriverQuery extends Promise<unknown> {
  /** Parts of the statement between its values. */
  strings?: readonly string[];
  handler?: (query: DriverQuery) => unknown;
  reject(error: unknown): void;
}
type BeginOptions = postgres.UnsafeQueryOptions & { onexecute?: (connection: DriverConnection) => unknown };

export type BeginStatement = (text: string) => ((error?: unknown) => void) | undefined;

/** Has the statement observed when it is sent, which is in the asynchronous context of its caller. */
function observe<Q>(query: Q, begin: BeginStatement | undefined): Q {
  const tracked = query as unknown as DriverQuery;
  const send = tracked.handler;
  if (!begin || !send) return query;
  tracked.handler = (sent) => {
    const end = begin((sent.strings ?? []).join('?'));
    if (end) sent.then(() => end(), end);
    return send(sent);
  };
  return query;
}

const isFatal = (error: unknown) => (error as { severity?: unknown } | null)?.severity === 'FATAL';

function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined || isFatal(error) || (code?.startsWith('CONNECTION_') ?? false);
}

class GuardedTransaction {
  connection: DriverConnection | undefined;
  hasBegun = false;
  private closedBy: Error | undefined;
  private isLost = false;
  private readonly pending = new Set<DriverQuery>();

  constructor(private readonly beginStatement: BeginStatement | undefined) {}

  /** A lost transaction never settles here, because the driver would send a rollback. */
  async run(tx: SqlTx, work: Work): Promise<unknown> {
    try {
      const returned = work(this.guard(tx));
      const result = await (Array.isArray(returned) ? Promise.all(returned) : returned);
      return this.isLost ? new Promise(() => {}) : result;
    } catch (error) {
      if (this.isLost) return new Promise(() => {});
      throw error;
    }
  }

  lose(error: Error): void {
    this.isLost = true;
    this.end(error);
  }

  end(error: Error): void {
    this.closedBy ??= error;
    const pending = [...this.pending];
    this.pending.clear();
    for (const query of pending) query.reject(this.closedBy);
  }

  private guard(tx: SqlTx): SqlTx {
    const sql = (...args: Parameters<SqlTx>) => this.track(tx(...args));
    const unsafe: SqlTx['unsafe'] = (...args) => this.track(tx.unsafe(...args));
    const savepoint = async (...args: [Work] | [string, Work]) => {
      if (this.closedBy) throw this.closedBy;
      const work = args[args.length - 1] as Work;
      return tx.savepoint((inner) => this.run(inner, work));
    };
    return Object.assign(sql, tx, { unsafe, savepoint }) as unknown as SqlTx;
  }

  private track<Q>(query: Q): Q {
    const tracked = query as unknown as DriverQuery;
    const send = tracked.handler;
    // Identifiers and lists of values are not statements.
    if (!send) return query;
    tracked.handler = (sent) => {
      if (this.closedBy) return sent.reject(this.closedBy);
      const reject = sent.reject;
      sent.reject = (error) => {
        reject(error);
        if (!this.isLost && isConnectionError(error)) this.lose(error);
      };
      const settled = () => void this.pending.delete(sent);
      sent.then(settled, settled);
      this.pending.add(sent);
      return send(sent);
    };
    return observe(query, this.beginStatement);
  }
}

/** The driver rejects the first statement after a FATAL error with that old error, unsent: retry it. */
function retryUnsent<Q>(query: Q, connectionsMax: number): Q {
  const tracked = query as unknown as DriverQuery;
  const send = tracked.handler;
  if (!send) return query;
  let left = connectionsMax;
  tracked.handler = (sent) => {
    const reject = sent.reject;
    let isRejected = false;
    sent.reject = (error) => {
      // The driver rejects the executing statement a second time; it may have run.
      if (isRejected) return;
      if (left > 0 && isFatal(error)) {
        left -= 1;
        return send(sent);
      }
      isRejected = true;
      reject(error);
    };
    return send(sent);
  };
  return query;
}

/** BEGIN may be rejected unsent, see retryUnsent. */
async function beginUnlessUnsent<T>(
  connectionsMax: number,
  beginStatement: BeginStatement | undefined,
  run: (transaction: GuardedTransaction) => Promise<T>,
): Promise<T> {
  for (let left = connectionsMax; ; left -= 1) {
    const transaction = new GuardedTransaction(beginStatement);
    try {
      return await run(transaction);
    } catch (error) {
      if (transaction.hasBegun || left === 0 || !isFatal(error)) throw error;
    }
  }
}

/** `connectionClosed` is the driver's `onclose`. */
export interface TransactionGuard {
  protect(sql: postgres.Sql): postgres.Sql;
  connectionClosed(id: number): void;
}

export function createTransactionGuard(beginStatement?: BeginStatement): TransactionGuard {
  const running = new Map<number, GuardedTransaction>();
  return {
    connectionClosed(id) {
      running.get(id)?.lose(new Error('The connection was lost in the middle of a transaction.'));
      running.delete(id);
    },
    protect(sql) {
      const { begin, unsafe } = sql;
      let starting: GuardedTransaction | undefined;
      // Only BEGIN's `onexecute` reveals the connection of a transaction.
      sql.unsafe = (...args) => {
        const transaction = starting;
        const [text, values, options] = args as [string, [], BeginOptions | undefined];
        const onexecute = options?.onexecute;
        if (!transaction || !onexecute) {
          return observe(retryUnsent(unsafe(...args), sql.options.max), beginStatement);
        }
        const keepConnection = (connection: DriverConnection) => {
          transaction.connection = connection;
          return onexecute(connection);
        };
        return unsafe(text, values, { ...options, onexecute: keepConnection } as BeginOptions);
      };
      const runOnce = async (transaction: GuardedTransaction, options: string, work: Work) => {
        starting = transaction;
        const result = begin(options, async (tx) => {
          transaction.hasBegun = true;
          if (transaction.connection) running.set(transaction.connection.id, transaction);
          return transaction.run(tx, work);
        });
        starting = undefined;
        try {
          return await result;
        } finally {
          transaction.end(new Error('The transaction has ended.'));
          const { connection } = transaction;
          if (connection && running.get(connection.id) === transaction) running.delete(connection.id);
        }
      };
      const guarded = async (...args: [Work] | [string, Work]) => {
        const options = typeof args[0] === 'string' ? args[0] : '';
        const work = args[args.length - 1] as Work;
        return beginUnlessUnsent(sql.options.max, beginStatement, (transaction) => runOnce(transaction, options, work));
      };
      sql.begin = guarded as postgres.Sql['begin'];
      const retrying = (...args: Parameters<postgres.Sql>) =>
        observe(retryUnsent(sql(...args), sql.options.max), beginStatement);
      return Object.assign(retrying, sql) as unknown as postgres.Sql;
    },
  };
}
