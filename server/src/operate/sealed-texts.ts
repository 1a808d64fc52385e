import { createSealing, type Sealing } from '@vexil/db/sealing';
import type postgres from 'postgres';
import { OperateError } from '../operate-error';
import { listSealed, readSealed, rowsAtOnce, type SealedColumn, updateSealed } from './sealed-texts.queries';

/** Every column that holds a sealed text; a test compares them with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'games', key: ['id'], column: 'private_key_sealed' },
  { table: 'challenges', key: ['id'], column: 'flag_template_sealed' },
  { table: 'challenges', key: ['id'], column: 'solver_script_sealed' },
  { table: 'flags', key: ['id'], column: 'sealed', hash: { column: 'hash', challengeId: 'challenge_id' } },
  { table: 'flags', key: ['id'], column: 'example_sealed' },
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
  { table: 'factors', key: ['id'], column: 'secret_sealed' },
  { table: 'sign_in_providers', key: ['id'], column: 'client_secret_sealed' },
  { table: 'capture_searches', key: ['id'], column: 'pattern_sealed' },
  { table: 'capture_matches', key: ['id'], column: 'excerpt_sealed' },
];

/** Opens every sealed text and compares its hash. Adds a line for each column with texts that do not fit the key. */
export async function countSealed(
  sql: postgres.Sql | postgres.TransactionSql,
  secretKey: string,
  faults: string[],
): Promise<number> {
  const sealing = createSealing(secretKey);
  let opened = 0;
  for (const sealedColumn of sealedColumns) {
    const { table, column, hash } = sealedColumn;
    let unopened = 0;
    let unequal = 0;
    await readSealed(sql, sealedColumn, (part) => {
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

/**
 * Seals the texts of one column anew and computes their hashes.
 * @returns how many there are; throws for one that the old key does not open
 */
async function resealColumn({ sql, from, to }: Rotation, sealed: SealedColumn): Promise<number> {
  const { column, hash } = sealed;
  let count = 0;
  for (let last: Record<string, unknown> | undefined; ; ) {
    const rows = await listSealed(sql, sealed, last);
    const changed = rows.map((row) => {
      const text = unseal(from, row[column], sealed);
      const hashed = hash ? { [hash.column]: to.hashFlag(Number(row[hash.challengeId]), text) } : {};
      return { ...row, [column]: to.seal(text), ...hashed };
    });
    await updateSealed(sql, sealed, changed);
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
