import type { AccountSession } from '@vexil/contract/account';
import type { SessionRow } from '@vexil/db/schema/account';

export const sessionIdLength = 32;

/** Enough of the stored hash to be unique; the token cannot be found from it. */
export const sessionIdOf = (tokenHash: string): string => tokenHash.slice(0, sessionIdLength);

export const viewSession = (row: SessionRow, currentHash: string | null): AccountSession => ({
  id: sessionIdOf(row.tokenHash),
  userAgent: row.userAgent,
  ip: row.ip,
  createdAt: row.createdAt.getTime(),
  lastSeenAt: row.lastSeenAt.getTime(),
  isCurrent: row.tokenHash === currentHash,
});
