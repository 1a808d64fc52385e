import { scopes } from '@vexil/contract/scope.rules';
import type { ApiToken } from '@vexil/contract/token';
import type { ApiTokenRow } from '@vexil/db/schema/account';

export function viewToken(token: ApiTokenRow, creator: string | null, gameId: number | null): ApiToken {
  return {
    id: token.id,
    name: token.name,
    creatorId: token.creatorId,
    createdAt: token.createdAt.getTime(),
    expiresAt: token.expiresAt?.getTime() ?? null,
    lastUsedAt: token.lastUsedAt?.getTime() ?? null,
    isRevoked: token.revokedAt !== null,
    creator,
    gameId,
    // A scope that a later release gave up opens nothing and is not shown.
    scopes: scopes.filter((scope) => token.scopes.includes(scope)),
  };
}
