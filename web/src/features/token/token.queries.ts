import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApiToken } from '@vexil/contract/token';
import { gameTokenEndpoints, playerTokenEndpoints, tokenEndpoints } from '@vexil/contract/token.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export type { ApiToken };
export type TokenState = 'valid' | 'expired' | 'revoked';
export type TokenAction = 'revoke' | 'restore' | 'remove';

export const tokensQuery = () => routeQuery(tokenEndpoints.list);
export const useTokens = () => useQuery(tokensQuery());

export function stateOf({ isRevoked, expiresAt }: ApiToken, now: number): TokenState {
  if (isRevoked) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid';
}

const actions: Record<TokenAction, (id: string) => Promise<unknown>> = {
  revoke: (id) => call(tokenEndpoints.remove, { params: { id }, query: {} }),
  restore: (id) => call(tokenEndpoints.restore, { params: { id } }),
  remove: (id) => call(tokenEndpoints.remove, { params: { id }, query: { delete: 'true' } }),
};

const useTokensChanged = () => useInvalidate(routeKey(tokenEndpoints.list));

export const useTokenAction = () =>
  useChange(({ id, action }: { id: string; action: TokenAction }) => actions[action](id), useTokensChanged());

export const useGameTokens = (id: number) => useQuery(routeQuery(gameTokenEndpoints.list, { params: { id } }));

const useGameTokensChanged = (id: number) => useInvalidate(routeKey(gameTokenEndpoints.list, { params: { id } }));

export const useRemoveGameToken = (id: number) =>
  useChange(
    (tokenId: string) => call(gameTokenEndpoints.remove, { params: { id, tokenId } }),
    useGameTokensChanged(id),
  );

type NewToken = InputOf<typeof tokenEndpoints.create>['body'];
type NewGameToken = InputOf<typeof gameTokenEndpoints.create>['body'];

/** The result contains the token, which cannot be fetched again; it is not cached. */
export function useCreateToken(gameId: number | undefined) {
  const tokensChanged = useTokensChanged();
  const gameTokensChanged = useGameTokensChanged(gameId ?? 0);
  return useMutation({
    mutationFn: (body: NewToken) =>
      gameId === undefined
        ? call(tokenEndpoints.create, { body })
        : call(gameTokenEndpoints.create, { params: { id: gameId }, body: body as NewGameToken }),
    onSuccess: gameId === undefined ? tokensChanged : gameTokensChanged,
    gcTime: 0,
  });
}

export const playerTokensQuery = () => routeQuery(playerTokenEndpoints.list);

const usePlayerTokensChanged = () => useInvalidate(routeKey(playerTokenEndpoints.list));

export const useRemovePlayerToken = () =>
  useChange((id: string) => call(playerTokenEndpoints.remove, { params: { id } }), usePlayerTokensChanged());

/** As `useCreateToken`. */
export const useCreatePlayerToken = () =>
  useMutation({
    mutationFn: (body: InputOf<typeof playerTokenEndpoints.create>['body']) =>
      call(playerTokenEndpoints.create, { body }),
    onSuccess: usePlayerTokensChanged(),
    gcTime: 0,
  });
