import type postgres from 'postgres';

export interface SealedColumn {
  table: string;
  /** The primary key. */
  key: readonly string[];
  column: string;
  /** Keyed hash of the same text, bound to the challenge in the other column. */
  hash?: { column: string; challengeId: string };
}

export const rowsAtOnce = 1000;

/** Every sealed text of a column with its hash. */
export async function readSealed(
  sql: postgres.Sql | postgres.TransactionSql,
  { table, column, hash }: SealedColumn,
  onRows: (rows: postgres.Row[]) => void,
): Promise<void> {
  const hashed = hash ? `, ${hash.column} as hash, ${hash.challengeId} as challenge` : '';
  const rows = sql.unsafe(`select ${column} as sealed${hashed} from ${table} where ${column} is not null`);
  await rows.cursor(rowsAtOnce, onRows);
}

/** Those that follow the last row by the primary key. */
export async function listSealed(
  tx: postgres.TransactionSql,
  { table, key, column, hash }: SealedColumn,
  last: Record<string, unknown> | undefined,
): Promise<Record<string, unknown>[]> {
  const columns = [...new Set([...key, column, ...(hash ? [hash.column, hash.challengeId] : [])])].join(', ');
  const keys = key.join(', ');
  const after = last
    ? `and (${keys}) > (select ${keys} from json_populate_record(null::${table}, $1::text::json))`
    : '';
  return tx.unsafe<Record<string, unknown>[]>(
    `select ${columns} from ${table} where ${column} is not null ${after} order by ${keys} limit ${rowsAtOnce}`,
    last ? [JSON.stringify(last)] : [],
  );
}

export async function updateSealed(
  tx: postgres.TransactionSql,
  { table, key, column, hash }: SealedColumn,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const sets = [column, ...(hash ? [hash.column] : [])].map((one) => `${one} = changed.${one}`).join(', ');
  const isSame = key.map((one) => `target.${one} = changed.${one}`).join(' and ');
  await tx.unsafe(
    `update ${table} target set ${sets} from json_populate_recordset(null::${table}, $1::text::json) changed where ${isSame}`,
    [JSON.stringify(rows)],
  );
}
