import { apiTokens } from '@vexil/db/schema/account';
import { and, gt, isNull, or, type SQL } from 'drizzle-orm';

export const isValidToken = (isWanted: SQL | undefined, now: Date): SQL | undefined =>
  and(isWanted, isNull(apiTokens.revokedAt), or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now)));
