import { apiTokens } from '@vexil/db/schema/account';
import { and, gt, isNull, or, type SQL } from 'drizzle-orm';

/** The rows that `isWanted` finds and that are valid tokens at a time: neither revoked nor expired. */
export const isValidToken = (isWanted: SQL | undefined, now: Date): SQL | undefined =>
  and(isWanted, isNull(apiTokens.revokedAt), or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now)));
