import type { Executor } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { containers } from '@vexil/db/schema/container';
import { and, eq, inArray } from 'drizzle-orm';

export async function findRunning(db: Executor, id: string) {
  const [row] = await db
    .select({
      id: containers.id,
      kind: containers.kind,
      isProxy: containers.isProxy,
      challengeId: containers.challengeId,
      participationId: containers.participationId,
      host: containers.internalHost,
      port: containers.internalPort,
    })
    .from(containers)
    .where(and(eq(containers.id, id), eq(containers.state, 'running')));
  return row;
}

export type ProxyTarget = NonNullable<Awaited<ReturnType<typeof findRunning>>>;

export async function listRunning(db: Executor, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: containers.id })
    .from(containers)
    .where(and(inArray(containers.id, ids), eq(containers.state, 'running')));
  return new Set(rows.map(({ id }) => id));
}

export async function findAccount(db: Executor, id: string) {
  const [row] = await db
    .select({ id: accounts.id, userName: accounts.userName, role: accounts.role })
    .from(accounts)
    .where(eq(accounts.id, id));
  return row;
}
