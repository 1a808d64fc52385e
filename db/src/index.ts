import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { arrayTypes } from './arrays';
import { createTransactionGuard } from './transaction';

export type Db = PostgresJsDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** What a query function takes: it neither knows nor cares whether it runs inside a transaction. */
export type Executor = Db | Tx;

/** The driver inside a transaction, for statements that Drizzle cannot say. */
export type SqlTx = postgres.TransactionSql;

export interface Database {
  db: Db;
  /** The driver itself, for statements that Drizzle cannot say and for `listen`. */
  sql: postgres.Sql;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections of this process; all processes together must stay below the server's `max_connections`. */
  connectionsMax?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
}

// In postgres.js 3.4.9 a BEGIN that fills a connection's pipeline is sent without reserving the connection: statements of
// others then run inside a transaction that nobody commits, and are acknowledged. Its types do not name the option.
const neverFullPipeline = { max_pipeline: 1_000_000_000 };

/**
 * Opens a pool. Nothing is connected until the first statement; a restart of PostgreSQL only fails the statements
 * that were under way, later ones connect again.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const guard = createTransactionGuard();
  const pool = postgres(url, {
    max: options.connectionsMax ?? 16,
    idle_timeout: 300,
    connect_timeout: 10,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => {},
    onclose: (id) => guard.connectionClosed(id),
    ...neverFullPipeline,
    connection: { application_name: options.applicationName ?? 'vexil' },
  });
  const sql = guard.protect(pool);
  // In postgres.js 3.4.9 it waits for ever for a new connection that does not ask for types: better an error at once.
  sql.reserve = () => Promise.reject(new Error('Connections are not reserved here: use a transaction.'));
  return { db: drizzle(sql), sql, close: () => sql.end({ timeout: 5 }) };
}
