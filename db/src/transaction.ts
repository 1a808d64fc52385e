// postgres.js 3.4.9 sends the statements of a transaction, its own rollback among them, to a connection that was lost: an
// uncaught TypeError, which ends the process, or, once the connection was made anew, a statement in the middle of another
// transaction. So a restart of PostgreSQL took every process down that was in a transaction. Here a transaction learns of
// the loss at the same moment as the driver, and sends nothing more.

import type postgres from 'postgres';

type SqlTx = postgres.TransactionSql;
type Work = (sql: SqlTx) => unknown;

/** What the driver has and its types do not name. */
interface DriverConnection {
  id: number;
}
interface DriverQuery extends Promise<unknown> {
  handler?: (query: DriverQuery) => unknown;
  reject(error: unknown): void;
}
type BeginOptions = postgres.UnsafeQueryOptions & { onexecute?: (connection: DriverConnection) => unknown };

const isFarewell = (error: unknown) => (error as { severity?: unknown } | null)?.severity === 'FATAL';

/** Errors that end a connection: what was sent may have been done or not, and no more can be sent. */
function isOfConnection(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined || isFarewell(error) || (code?.startsWith('CONNECTION_') ?? false);
}

/** The transaction of one connection, until it ends or the connection is lost. */
class GuardedTransaction {
  connection: DriverConnection | undefined;
  hasBegun = false;
  /** Why nothing more is sent. */
  private over: Error | undefined;
  private isLost = false;
  private readonly underWay = new Set<DriverQuery>();

  /** Runs a transaction or a savepoint of it. One that is lost never settles here: the driver would send a rollback. */
  async run(tx: SqlTx, work: Work): Promise<unknown> {
    try {
      const given = work(this.guard(tx));
      const result = await (Array.isArray(given) ? Promise.all(given) : given);
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
    this.over ??= error;
    const left = [...this.underWay];
    this.underWay.clear();
    for (const query of left) query.reject(this.over);
  }

  private guard(tx: SqlTx): SqlTx {
    const sql = (...given: Parameters<SqlTx>) => this.watch(tx(...given));
    const unsafe: SqlTx['unsafe'] = (...given) => this.watch(tx.unsafe(...given));
    const savepoint = async (...given: [Work] | [string, Work]) => {
      if (this.over) throw this.over;
      const work = given[given.length - 1] as Work;
      return tx.savepoint((inner) => this.run(inner, work));
    };
    return Object.assign(sql, tx, { unsafe, savepoint }) as unknown as SqlTx;
  }

  private watch<Q>(query: Q): Q {
    const watched = query as unknown as DriverQuery;
    const send = watched.handler;
    // Identifiers and lists of values are not sent by themselves.
    if (!send) return query;
    watched.handler = (sent) => {
      if (this.over) return sent.reject(this.over);
      const reject = sent.reject;
      sent.reject = (error) => {
        reject(error);
        if (!this.isLost && isOfConnection(error)) this.lose(error);
      };
      const settled = () => void this.underWay.delete(sent);
      sent.then(settled, settled);
      this.underWay.add(sent);
      return send(sent);
    };
    return query;
  }
}

/**
 * Has a statement sent again that was refused with the last words of a connection: the driver keeps them, and refuses the
 * first statement of the next connection with them before it has sent it.
 */
function sendAgain<Q>(query: Q, connectionsMax: number): Q {
  const watched = query as unknown as DriverQuery;
  const send = watched.handler;
  // Identifiers and lists of values are not sent by themselves.
  if (!send) return query;
  let left = connectionsMax;
  watched.handler = (sent) => {
    const reject = sent.reject;
    let isRejected = false;
    sent.reject = (error) => {
      // The driver rejects what the lost connection was at once more, with the next one: that may have been done.
      if (isRejected) return;
      if (left > 0 && isFarewell(error)) {
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

/** Transactions of a pool that outlive the loss of their connection; `connectionClosed` is the driver's `onclose`. */
export interface TransactionGuard {
  /** The same pool, to be used instead of the one given. */
  protect(sql: postgres.Sql): postgres.Sql;
  connectionClosed(id: number): void;
}

export function createTransactionGuard(): TransactionGuard {
  const running = new Map<number, GuardedTransaction>();
  return {
    connectionClosed(id) {
      running.get(id)?.lose(new Error('The connection was lost in the middle of a transaction.'));
      running.delete(id);
    },
    protect(sql) {
      const { begin, unsafe } = sql;
      let starting: GuardedTransaction | undefined;
      // The driver tells nobody which connection a transaction has, except the option that its BEGIN is sent with.
      sql.unsafe = (...given) => {
        const transaction = starting;
        const [text, values, options] = given as [string, [], BeginOptions | undefined];
        const onexecute = options?.onexecute;
        if (!transaction || !onexecute) return sendAgain(unsafe(...given), sql.options.max);
        const note = (connection: DriverConnection) => {
          transaction.connection = connection;
          return onexecute(connection);
        };
        return unsafe(text, values, { ...options, onexecute: note } as BeginOptions);
      };
      const attempt = async (transaction: GuardedTransaction, options: string, work: Work) => {
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
      const guarded = async (...given: [Work] | [string, Work]) => {
        const options = typeof given[0] === 'string' ? given[0] : '';
        const work = given[given.length - 1] as Work;
        for (let left = sql.options.max; ; left -= 1) {
          const transaction = new GuardedTransaction();
          try {
            return await attempt(transaction, options, work);
          } catch (error) {
            // The driver keeps the last words of a connection and refuses the first statement of the next one with them.
            if (transaction.hasBegun || left === 0 || !isFarewell(error)) throw error;
          }
        }
      };
      sql.begin = guarded as postgres.Sql['begin'];
      const again = (...given: Parameters<postgres.Sql>) => sendAgain(sql(...given), sql.options.max);
      return Object.assign(again, sql) as unknown as postgres.Sql;
    },
  };
}
