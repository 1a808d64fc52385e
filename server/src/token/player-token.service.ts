import { DomainError } from '@vexil/contract/errors';
import { playerScopes } from '@vexil/contract/scope.rules';
import { type PlayerToken, type PlayerTokenBody, playerTokensMax } from '@vexil/contract/token';
import type { Tx } from '@vexil/db';
import type { Deps } from '@vexil/http/deps';
import type { z } from 'zod';
import type { Author } from '../audit/audit.service';
import {
  bindToPlayer,
  findPlace,
  listPlayerTokens,
  lockPlayerTokens,
  type PlayerTokenRow,
} from './player-token.queries';
import { createToken } from './token.service';

const view = ({ token, gameId, game, playsAs, division }: PlayerTokenRow, now: Date): PlayerToken => ({
  id: token.id,
  name: token.name,
  createdAt: token.createdAt.getTime(),
  expiresAt: token.expiresAt?.getTime() ?? null,
  lastUsedAt: token.lastUsedAt?.getTime() ?? null,
  scopes: playerScopes.filter((scope) => token.scopes.includes(scope)),
  gameId,
  game,
  isUsable:
    playsAs !== null &&
    division !== 'People' &&
    token.revokedAt === null &&
    (token.expiresAt === null || token.expiresAt > now),
});

export const readPlayerTokens = async (
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  now: Date,
): Promise<PlayerToken[]> => (await listPlayerTokens(db, accountId)).map((row) => view(row, now));

/** Gives the title of the game. Throws `participation.missing`, `.notAccepted`, `division.peopleOnly` and `token.tooManyOwn`. */
async function bindTo(tx: Tx, tokenId: string, { accountId, gameId }: { accountId: string; gameId: number }) {
  const count = await lockPlayerTokens(tx, accountId);
  const place = await findPlace(tx, accountId, gameId);
  if (!place) throw new DomainError('participation.missing', { field: 'gameId' });
  if (place.status !== 'Accepted') throw new DomainError('participation.notAccepted', { field: 'gameId' });
  if (place.division === 'People') throw new DomainError('division.peopleOnly', { field: 'gameId' });
  if (count >= playerTokensMax) throw new DomainError('token.tooManyOwn', { params: { limit: playerTokensMax } });
  await bindToPlayer(tx, { tokenId, gameId, participationId: place.participationId });
  return place.game;
}

export async function createPlayerToken(
  deps: Deps,
  by: Author,
  body: z.output<typeof PlayerTokenBody>,
): Promise<{ token: string; info: PlayerToken }> {
  const { gameId } = body;
  const { accountId } = by;
  let game = '';
  const bind = async (tx: Tx, tokenId: string) => {
    game = await bindTo(tx, tokenId, { accountId, gameId });
  };
  const { text, token } = await createToken(deps, by, body, { gameId, bind });
  return { token: text, info: view({ token, gameId, game, playsAs: 0, division: null }, deps.clock.now()) };
}
