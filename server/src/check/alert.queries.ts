import type { Executor } from '@vexil/db';
import type { HealthCondition } from '@vexil/db/enums/health-alert';
import { healthAlerts, healthWatch } from '@vexil/db/schema/health-alert';
import { and, eq, lt, sql } from 'drizzle-orm';

const leaseSeconds = 45;
/** Rounds are 15 s apart. */
const unseenSeconds = 120;

export type Alert = typeof healthAlerts.$inferSelect;
type AlertKey = Pick<Alert, 'condition' | 'subject'>;

/** Whether `holder` is the server that watches what all servers share, which renews its lease. */
export async function takeWatch(db: Executor, holder: string): Promise<boolean> {
  const leasedUntil = sql`now() + make_interval(secs => ${leaseSeconds})`;
  const rows = await db
    .insert(healthWatch)
    .values({ id: 1, holder, leasedUntil })
    .onConflictDoUpdate({
      target: healthWatch.id,
      set: { holder, leasedUntil },
      setWhere: sql`${healthWatch.holder} = ${holder} or ${healthWatch.leasedUntil} < now()`,
    })
    .returning({ id: healthWatch.id });
  return rows.length > 0;
}

export const listAlerts = (db: Executor): Promise<Alert[]> => db.select().from(healthAlerts);

const isOf = ({ condition, subject }: AlertKey) =>
  and(eq(healthAlerts.condition, condition), eq(healthAlerts.subject, subject));

/** False where another server has raised it. */
export async function insertAlert(db: Executor, key: AlertKey, raisedAt: Date): Promise<boolean> {
  const values = { ...key, raisedAt, seenAt: sql`now()` };
  return (await db.insert(healthAlerts).values(values).onConflictDoNothing().returning()).length > 0;
}

/** False where another server has cleared it. */
export async function deleteAlert(db: Executor, key: AlertKey): Promise<boolean> {
  return (await db.delete(healthAlerts).where(isOf(key)).returning()).length > 0;
}

export async function renewAlert(db: Executor, key: AlertKey): Promise<void> {
  await db.update(healthAlerts).set({ seenAt: sql`now()` }).where(isOf(key));
}

/** Of machines whose server is gone. */
export const deleteUnseen = (db: Executor, condition: HealthCondition): Promise<Alert[]> =>
  db
    .delete(healthAlerts)
    .where(
      and(
        eq(healthAlerts.condition, condition),
        lt(healthAlerts.seenAt, sql`now() - make_interval(secs => ${unseenSeconds})`),
      ),
    )
    .returning();
