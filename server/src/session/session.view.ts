import type { AccountSession } from '@vexil/contract/account';
import { type OwnSessionRow, sessionIdLength } from './session.queries';

export const sessionIdOf = (tokenHash: string): string => tokenHash.slice(0, sessionIdLength);

/** Those that have not expired. */
export const viewSessions = (rows: readonly OwnSessionRow[], currentHash: string | null, now: Date): AccountSession[] =>
  rows
    .filter(({ expiresAt }) => expiresAt > now.getTime())
    .map(({ tokenHash, userAgent, ip, createdAt, lastSeenAt }) => ({
      ...{ id: sessionIdOf(tokenHash), userAgent, ip, createdAt, lastSeenAt },
      isCurrent: tokenHash === currentHash,
    }));
