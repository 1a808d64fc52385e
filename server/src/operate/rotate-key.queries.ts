import { liveContainerStates } from '@vexil/db/enums/container';
import type postgres from 'postgres';

/** Every process reads this table when it starts. */
export async function lockKeyCheck(tx: postgres.TransactionSql): Promise<void> {
  await tx`lock table secret_key_checks in access exclusive mode`;
}

export async function updateKeyCheck(tx: postgres.TransactionSql, value: string): Promise<void> {
  await tx`update secret_key_checks set value = ${value}`;
}

export async function countLiveContainers(tx: postgres.TransactionSql): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from containers where state::text in ${tx(liveContainerStates)}`;
  return row?.count ?? 0;
}
