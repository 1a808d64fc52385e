import type { Executor } from '@vexil/db';
import { sessions } from '@vexil/db/schema/account';
import { lt } from 'drizzle-orm';

export async function deleteExpiredSessions(db: Executor, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now));
}
