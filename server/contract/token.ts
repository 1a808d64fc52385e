import { z } from 'zod';
import { defineRoutes } from './route';
import { defaultScopes, gameScopes, playerScopes, scopes } from './scope.rules';
import { gameTokenEndpoints, playerTokenEndpoints, tokenEndpoints } from './token.endpoints';
import { filled, GameParams, Guid, Id } from './wire';

/** Exact names only: no number or other spelling may become a right. */
export const TokenScope = z.literal(scopes);

export const ApiToken = z.object({
  id: Guid,
  name: z.string(),
  creatorId: Guid.nullable(),
  createdAt: z.int(),
  expiresAt: z.int().nullable(),
  lastUsedAt: z.int().nullable().describe('To the minute'),
  isRevoked: z.boolean(),
  creator: z.string().nullable().describe('User name of the creator'),
  scopes: z.array(TokenScope),
  gameId: Id.nullable().describe('The only game that it is for; null for all that its creator may'),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const expiresInMax = 4_294_967_295;

export const TokenCreateBody = z.object({
  name: filled(128),
  expiresIn: z.int().min(0).max(expiresInMax).nullish().describe('Days; 0, null or absent: never expires'),
  scopes: z
    .array(TokenScope)
    .min(1)
    .max(scopes.length)
    .transform((given) => scopes.filter((scope) => given.includes(scope)))
    .nullish()
    .describe(
      `What the token opens; absent or null: ${defaultScopes.join(', ')}. admin:write changes nearly everything an administrator can, but for passwords, addresses and higher roles`,
    ),
});

export const gameTokensMax = 100;

export const GameTokenBody = TokenCreateBody.pick({ name: true, expiresIn: true }).extend({
  scopes: z
    .array(z.literal(gameScopes))
    .min(1)
    .max(gameScopes.length)
    .transform((given) => gameScopes.filter((scope) => given.includes(scope)))
    .describe('What the token opens in its game'),
});

const secret = { token: z.string().describe('Send it as "Authorization: Bearer <token>"') };
const MadeToken = z.object({ ...secret, info: ApiToken });

export const playerTokensMax = 5;

const PlayerScope = z.literal(playerScopes);

export const PlayerToken = ApiToken.pick({
  id: true,
  name: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
}).extend({
  scopes: z.array(PlayerScope),
  gameId: Id.describe('The only game that it is for'),
  game: z.string().describe('Title of the game'),
  isUsable: z
    .boolean()
    .describe('False once it has expired, its owner plays in the team no more, or the division is for people only'),
});
export type PlayerToken = z.infer<typeof PlayerToken>;

export const PlayerTokenBody = TokenCreateBody.pick({ name: true, expiresIn: true }).extend({
  gameId: Id,
  scopes: z
    .array(PlayerScope)
    .min(1)
    .max(playerScopes.length)
    .transform((given) => playerScopes.filter((scope) => given.includes(scope)))
    .describe('What the token opens in its game'),
});

const TokenParams = z.object({ id: Guid });
const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0', ''] });

// By session only: a token that makes tokens would outlive its end.
export const tokenRoutes = defineRoutes(tokenEndpoints, { access: 'Admin', scope: null })({
  create: {
    stepUp: 'factor',
    summary:
      'Make an API token that acts as the caller within its scopes. Without scopes it gets monitor:read, which opens ' +
      'the monitor hub and what monitors may read, and nothing else. Its text is shown here and never again',
    body: TokenCreateBody,
    reply: MadeToken,
    errors: ['token.expiryTooFar'],
  },
  list: {
    summary: 'All API tokens of all administrators, the oldest first, revoked and expired ones included',
    reply: z.array(ApiToken),
  },
  restore: {
    stepUp: 'factor',
    summary: 'Make a revoked API token valid again',
    params: TokenParams,
    errors: ['token.notFound'],
  },
  remove: {
    summary: 'Revoke an API token, or delete it for good; either ends its live connections at once',
    params: TokenParams,
    query: z.object({ delete: flag.default(false).describe('Delete instead of revoke') }),
    errors: ['token.notFound'],
  },
});

export const gameTokenRoutes = defineRoutes(gameTokenEndpoints, { access: 'organiser', scope: null })({
  list: {
    summary: 'API tokens of a game, the oldest first',
    params: GameParams,
    reply: z.array(ApiToken),
  },
  create: {
    stepUp: 'factor',
    summary:
      "Make an API token that opens calls of this game's staff alone, as long as the caller organises the game. Its text " +
      'is shown here and never again',
    params: GameParams,
    body: GameTokenBody,
    reply: MadeToken,
    errors: ['token.expiryTooFar', 'token.tooMany'],
  },
  remove: {
    summary: 'Delete an API token of a game',
    params: GameParams.extend({ tokenId: Guid }),
    errors: ['token.notFound'],
  },
});

export const playerTokenRoutes = defineRoutes(playerTokenEndpoints, { access: 'User', scope: null })({
  list: {
    summary: 'Tokens of the caller as a player, the oldest first',
    reply: z.array(PlayerToken),
  },
  create: {
    stepUp: 'factor',
    summary:
      `Make a token that plays for the caller's team in one game, where its division is not for people only. An account has ` +
      `${playerTokensMax} at most. It ends with what ends all sessions, and when its owner leaves the team. Its text is shown here and never again`,
    body: PlayerTokenBody,
    reply: z.object({ ...secret, info: PlayerToken }),
    errors: [
      'participation.missing',
      'participation.notAccepted',
      'division.peopleOnly',
      'token.expiryTooFar',
      'token.tooManyOwn',
    ],
  },
  remove: {
    summary: 'Delete a token of the caller as a player',
    params: TokenParams,
    errors: ['token.notFound'],
  },
});
