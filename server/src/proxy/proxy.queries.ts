import type { Executor } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { and, eq, inArray, type SQL } from 'drizzle-orm';

const instance = {
  id: containers.id,
  kind: containers.kind,
  state: containers.state,
  isProxy: containers.isProxy,
  gameId: containers.gameId,
  challengeId: containers.challengeId,
  participationId: containers.participationId,
  host: containers.internalHost,
  port: containers.internalPort,
  ports: containers.ports,
  isRecorded: challenges.enableTrafficCapture,
};

async function findInstance(db: Executor, where: SQL) {
  const [row] = await db
    .select(instance)
    .from(containers)
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .where(where);
  return row;
}

export type Instance = NonNullable<Awaited<ReturnType<typeof findInstance>>>;

export const findById = (db: Executor, id: string) => findInstance(db, eq(containers.id, id));

export const findByHostToken = (db: Executor, token: string) => findInstance(db, eq(containers.hostToken, token));

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
