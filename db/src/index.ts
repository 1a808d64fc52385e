import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { arrayTypes } from './arrays';
import { type BeginStatement, createTransactionGuard } from './transaction';

export type Db = PostgresJsDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Executor = Db | Tx;

export type SqlTx = postgres.TransactionSql;

export interface Database {
  db: Db;
  sql: postgres.Sql;
  /** One connection, for statements that many callers share: those of one turn of the event loop leave in one write. */
  readingSql: postgres.Sql;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections of this process; all processes together must stay below the server's `max_connections`. */
  connectionsMax?: number;
  applicationName?: string;
  /** Called when a statement is sent, without its values; what it returns, when it has ended. */
  beginStatement?: BeginStatement | undefined;
}

// In postgres.js 3.4.9 a BEGIN that fills the pipeline does not reserve its connection: later statements run in a
// transaction that is never committed (postgres-faults.test.ts). The driver's types do not name the option.
const neverFullPipeline = { max_pipeline: 1_000_000_000 };

/** Opens a pool that connects with the first statement and reconnects after a loss. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { connectionsMax = 16, beginStatement, applicationName = 'vexil' } = options;
  const guard = createTransactionGuard(beginStatement);
  const open = (max: number) => {
    const pool = postgres(url, {
      max,
      idle_timeout: 300,
      connect_timeout: 10,
      fetch_types: false,
      types: arrayTypes,
      onnotice: () => {},
      onclose: (id) => guard.connectionClosed(id),
      ...neverFullPipeline,
      connection: { application_name: applicationName },
    });
    const sql = guard.protect(pool);
    // In postgres.js 3.4.9 this never resolves with `fetch_types: false` (postgres-faults.test.ts), so fail at once.
    sql.reserve = () => Promise.reject(new Error('Connections are not reserved here: use a transaction.'));
    return sql;
  };
  const sql = open(connectionsMax > 1 ? connectionsMax - 1 : 1);
  const readingSql = connectionsMax > 1 ? open(1) : sql;
  const close = async () => {
    await Promise.all([sql.end({ timeout: 5 }), readingSql.end({ timeout: 5 })]);
  };
  return { db: drizzle(sql), sql, readingSql, close };
}
