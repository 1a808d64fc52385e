import { randomBytes } from 'node:crypto';
import { scopes as allScopes, type Scope } from '@vexil/contract/scope.rules';
import { type AccountRow, type ApiTokenRow, apiTokens } from '@vexil/db/schema/account';
import { hashToken } from '../src/session/hash-token';
import { tokenPrefix } from '../src/token/token.service';
import type { TestApp } from './app';

export interface BuiltToken {
  text: string;
  token: ApiTokenRow;
  /** For `headers` of a call. */
  headers: { authorization: string };
}

/** A valid API token of the account, with every scope unless some are named. */
export async function buildToken(
  test: Pick<TestApp, 'db'>,
  creator: AccountRow,
  scopes: readonly Scope[] = allScopes,
  values: Partial<ApiTokenRow> = {},
): Promise<BuiltToken> {
  const text = tokenPrefix + randomBytes(32).toString('base64url');
  const [token] = await test.db
    .insert(apiTokens)
    .values({ name: 'script', tokenHash: hashToken(text), creatorId: creator.id, scopes: [...scopes], ...values })
    .returning();
  if (!token) throw new Error('The API token was not stored.');
  return { text, token, headers: { authorization: `Bearer ${text}` } };
}
