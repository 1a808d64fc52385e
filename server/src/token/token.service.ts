import { DomainError } from '@vexil/contract/errors';
import { defaultScopes } from '@vexil/contract/scope.rules';
import type { GameTokenBody, PlayerTokenBody, TokenCreateBody } from '@vexil/contract/token';
import { timeMax } from '@vexil/contract/wire';
import type { Tx } from '@vexil/db';
import type { ApiTokenRow } from '@vexil/db/schema/account';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { lockGame } from '../game/game.service';
import { hashToken } from '../session/hash-token';
import {
  type Bound,
  bindToken,
  deleteToken,
  findGameOfToken,
  findValidToken,
  insertToken,
  lockToken,
  setRevoked,
  updateLastUsed,
} from './token.queries';

/** Begins every API token, so that scanners for leaked secrets recognise one. */
export const tokenPrefix = 'vexil_';
const dayMs = 24 * 3600 * 1000;
const tokenLengthMax = 128;
const useIntervalMs = 60_000;

/** When a token of so many days ends; null for never. Throws `token.expiryTooFar`. */
function expiryOf(now: Date, days: number | null | undefined): Date | null {
  if (!days) return null;
  const at = now.getTime() + days * dayMs;
  if (at > timeMax) throw new DomainError('token.expiryTooFar', { field: 'expiresIn' });
  return new Date(at);
}

/** What limits a token to a game. */
export interface Binding {
  gameId: number;
  bind(tx: Tx, tokenId: string): Promise<void>;
}

const toStaffOf = (gameId: number): Binding => ({
  gameId,
  async bind(tx, tokenId) {
    await lockGame(tx, gameId, 'no key update');
    await bindToken(tx, tokenId, gameId);
  },
});

export const createGameToken = (deps: Deps, by: Author, body: z.output<typeof GameTokenBody>, gameId: number) =>
  createToken(deps, by, body, toStaffOf(gameId));

/** Stores a token of the caller and returns it with its text, of which only the SHA-256 is kept. */
export async function createToken(
  deps: Deps,
  by: Author,
  { name, expiresIn, scopes }: z.output<typeof TokenCreateBody | typeof GameTokenBody | typeof PlayerTokenBody>,
  binding: Binding | null = null,
): Promise<{ text: string; token: ApiTokenRow }> {
  const now = deps.clock.now();
  const expiresAt = expiryOf(now, expiresIn);
  const text = tokenPrefix + deps.random.bytes(32).toString('base64url');
  const token = await inTransaction(deps, async ({ tx }) => {
    const row = await insertToken(tx, {
      name,
      tokenHash: hashToken(text),
      scopes: [...(scopes ?? defaultScopes)],
      creatorId: by.accountId,
      createdAt: now,
      expiresAt,
    });
    await binding?.bind(tx, row.id);
    const after = { name, scopes: row.scopes, expiresAt };
    const gameId = binding?.gameId ?? null;
    await audit(tx, { by, gameId, action: 'token.create', target: `token:${row.id}`, after });
    return row;
  });
  return { text, token };
}

async function changeToken(
  deps: Deps,
  id: string,
  change: (tx: Tx, token: ApiTokenRow) => Promise<void>,
): Promise<string> {
  return inTransaction(deps, async (work) => {
    const token = await lockToken(work.tx, id);
    await change(work.tx, token);
    const { creatorId } = token;
    if (creatorId) work.accessChanged([creatorId]);
    return token.name;
  });
}

const auditOf = (by: Author, bound: Bound | undefined, id: string, verb: 'revoke' | 'restore' | 'delete') => ({
  by,
  gameId: bound?.gameId ?? null,
  action: `token.${verb}` as const,
  target: `token:${id}`,
});

export const revokeToken = (deps: Deps, by: Author, id: string): Promise<string> =>
  changeToken(deps, id, async (tx, token) => {
    const revokedAt = token.revokedAt ?? deps.clock.now();
    await setRevoked(tx, id, revokedAt);
    const { revokedAt: before } = token;
    await audit(tx, {
      ...auditOf(by, await findGameOfToken(tx, id), id, 'revoke'),
      before: { revokedAt: before },
      after: { revokedAt },
    });
  });

export const restoreToken = (deps: Deps, by: Author, id: string): Promise<string> =>
  changeToken(deps, id, async (tx, token) => {
    const { revokedAt } = token;
    await setRevoked(tx, id, null);
    await audit(tx, {
      ...auditOf(by, await findGameOfToken(tx, id), id, 'restore'),
      before: { revokedAt },
      after: { revokedAt: null },
    });
  });

/** Of the game or the player that is named; throws `token.notFound` for others. */
export const removeToken = (
  deps: Deps,
  by: Author,
  id: string,
  of: { gameId?: number; playerId?: string } = {},
): Promise<string> =>
  changeToken(deps, id, async (tx, token) => {
    const { name, scopes, expiresAt, creatorId } = token;
    const bound = await findGameOfToken(tx, id);
    const isStaffsOf = bound?.participationId === null && bound.gameId === of.gameId;
    const isPlayers = typeof bound?.participationId === 'number' && creatorId === of.playerId;
    if (of.gameId !== undefined && !isStaffsOf) throw new DomainError('token.notFound');
    if (of.playerId !== undefined && !isPlayers) throw new DomainError('token.notFound');
    await deleteToken(tx, id);
    const before = { name, scopes, expiresAt, creatorId };
    await audit(tx, { ...auditOf(by, bound, id, 'delete'), before });
  });

export async function findTokenActor(
  deps: Pick<Deps, 'db' | 'database' | 'clock'>,
  text: string,
): Promise<Actor | null> {
  if (text.length > tokenLengthMax) return null;
  const hash = hashToken(text);
  const now = deps.clock.now();
  const row = await findValidToken(deps.database.sql, { hash, now });
  if (!row) return null;
  const { id, userName, role, tokenId, scopes, lastUsedAt, gameId, teamId, isPeopleOnly } = row;
  const usedBefore = new Date(now.getTime() - useIntervalMs);
  if (!lastUsedAt || lastUsedAt < usedBefore.getTime()) await updateLastUsed(deps.db, tokenId, now, usedBefore);
  const player = teamId === null ? null : { teamId, isPeopleOnly };
  return { id, userName, role, sessionHash: null, token: { id: tokenId, hash, scopes, gameId, player } };
}
