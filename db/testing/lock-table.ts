import type postgres from 'postgres';

/** Blocks all reads and writes of the table until the returned function is called. */
export async function lockTable(sql: postgres.Sql, table: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((locked, refuse) => {
    ended = sql
      .begin(async (tx) => {
        await tx.unsafe(`lock table ${table} in access exclusive mode`);
        locked();
        await released;
      })
      .catch(refuse);
  });
  return async () => {
    release();
    await ended;
  };
}
