import type { Executor } from '@vexil/db';
import { captures } from '@vexil/db/schema/capture';
import { isNull, sum } from 'drizzle-orm';

/** Of all files of the deployment. */
export async function sumCaptureBytes(db: Executor): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(captures.sizeBytes).mapWith(Number) })
    .from(captures)
    .where(isNull(captures.deletedAt));
  return row?.bytes ?? 0;
}
