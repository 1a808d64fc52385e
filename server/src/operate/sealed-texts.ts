import { createSealing, type Sealing } from '@vexil/db/sealing';
import type postgres from 'postgres';
import { OperateError } from '../operate-error';

interface SealedColumn {
  table: string;
  /** The primary key. */
  key: readonly string[];
  column: string;
  /** Keyed hash of the same text, bound to the challenge in the other column. */
  hash?: { column: string; challengeId: string };
}

/** Every column that holds a sealed text; a test compares them with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'games', key: ['id'], column: 'private_key_sealed' },
  { table: 'challenges', key: ['id'], column: 'flag_template_sealed' },
  { table: 'challenges', key: ['id'], column: 'solver_script_sealed' },
  { table: 'flags', key: ['id'], column: 'sealed', hash: { column: 'hash', challengeId: 'challenge_id' } },
  {
    table: 'team_challenges',
    key: ['participation_id', 'challenge_id'],
    column: 'flag_sealed',
    hash: { column: 'flag_hash', challengeId: 'challenge_id' },
  },
  {
    table: 'submissions',
    key: ['id'],
    column: 'answer_sealed',
    hash: { column: 'answer_hash', challengeId: 'challenge_id' },
  },
  {
    table: 'earlier_flags',
    key: ['id'],
    column: 'flag_sealed',
    hash: { column: 'flag_hash', challengeId: 'challenge_id' },
  },
  { table: 'solver_checks', key: ['id'], column: 'output_sealed' },
  { table: 'webhooks', key: ['id'], column: 'address_sealed' },
  { table: 'webhooks', key: ['id'], column: 'secret_sealed' },
  { table: 'capture_searches', key: ['id'], column: 'pattern_sealed' },
  { table: 'capture_matches', key: ['id'], column: 'excerpt_sealed' },
];

type Executor = postgres.Sql | postgres.TransactionSql;

/** Opens every sealed text and compares its hash. Adds a line for each column with texts that do not fit the key. */
export async function countSealed(sql: Executor, secretKey: string, faults: string[]): Promise<number> {
  const sealing = createSealing(secretKey);
  let opened = 0;
  for (const { table, column, hash } of sealedColumns) {
    let unopened = 0;
    let unequal = 0;
    const hashed = hash ? `, ${hash.column} as hash, ${hash.challengeId} as challenge` : '';
    const rows = sql.unsafe(`select ${column} as sealed${hashed} from ${table} where ${column} is not null`);
    await rows.cursor(1000, (part) => {
      for (const { sealed, hash: stored, challenge } of part) {
        try {
          const text = sealing.unseal(sealed);
          opened += 1;
          if (hash && stored !== sealing.hashFlag(challenge, text)) unequal += 1;
        } catch {
          unopened += 1;
        }
      }
    });
    if (unopened > 0) faults.push(`${unopened} values of ${table}.${column} cannot be opened with this SECRET_KEY.`);
    if (unequal > 0) faults.push(`${unequal} values of ${table}.${hash?.column} are not the hash of their text.`);
  }
  return opened;
}

function unseal(sealing: Sealing, sealed: unknown, { table, column }: SealedColumn): string {
  try {
    return sealing.unseal(String(sealed));
  } catch (cause) {
    throw new OperateError(`A value of ${table}.${column} cannot be opened with the old key. Nothing was changed.`, {
      cause,
    });
  }
}

interface Rotation {
  sql: postgres.TransactionSql;
  from: Sealing;
  to: Sealing;
}

const rowsAtOnce = 1000;

/**
 * Seals the texts of one column anew and computes their hashes.
 * @returns how many there are; throws for one that the old key does not open
 */
async function resealColumn({ sql, from, to }: Rotation, sealed: SealedColumn): Promise<number> {
  const { table, key, column, hash } = sealed;
  const columns = [...new Set([...key, column, ...(hash ? [hash.column, hash.challengeId] : [])])].join(', ');
  const keys = key.join(', ');
  const sets = [column, ...(hash ? [hash.column] : [])].map((one) => `${one} = changed.${one}`).join(', ');
  const isSame = key.map((one) => `target.${one} = changed.${one}`).join(' and ');
  let count = 0;
  for (let last: Record<string, unknown> | undefined; ; ) {
    const after = last
      ? `and (${keys}) > (select ${keys} from json_populate_record(null::${table}, $1::text::json))`
      : '';
    const rows = await sql.unsafe<Record<string, unknown>[]>(
      `select ${columns} from ${table} where ${column} is not null ${after} order by ${keys} limit ${rowsAtOnce}`,
      last ? [JSON.stringify(last)] : [],
    );
    const changed = rows.map((row) => {
      const text = unseal(from, row[column], sealed);
      const hashed = hash ? { [hash.column]: to.hashFlag(Number(row[hash.challengeId]), text) } : {};
      return { ...row, [column]: to.seal(text), ...hashed };
    });
    await sql.unsafe(
      `update ${table} target set ${sets} from json_populate_recordset(null::${table}, $1::text::json) changed where ${isSame}`,
      [JSON.stringify(changed)],
    );
    count += rows.length;
    if (rows.length < rowsAtOnce) return count;
    last = rows.at(-1);
  }
}

/** Within the caller's transaction, which holds all of it or nothing. */
export async function resealAll(
  sql: postgres.TransactionSql,
  keys: { from: string; to: string },
): Promise<Record<string, number>> {
  const rotation = { sql, from: createSealing(keys.from), to: createSealing(keys.to) };
  const counts: Record<string, number> = {};
  for (const column of sealedColumns) {
    counts[`${column.table}.${column.column}`] = await resealColumn(rotation, column);
  }
  return counts;
}
