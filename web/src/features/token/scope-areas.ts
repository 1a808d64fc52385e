import { gameScopes, playerScopes, type Scope, scopes } from '@vexil/contract/scope.rules';

/** Least powerful first. */
export const scopeAreas = [
  ...(['monitor', 'game', 'play', 'team', 'account', 'file'] as const),
  ...(['award', 'challenge', 'edit', 'admin'] as const),
];
export type ScopeArea = (typeof scopeAreas)[number];
export const scopeRights = ['read', 'write'] as const;
export type ScopeRight = (typeof scopeRights)[number];

/** Undefined for one that there is not. */
export const scopeFor = (area: ScopeArea, right: ScopeRight): Scope | undefined =>
  scopes.find((scope) => scope === `${area}:${right}`);

const areasOf = (offered: readonly Scope[]): ScopeArea[] =>
  scopeAreas.filter((area) => offered.some((scope) => scope.startsWith(`${area}:`)));

export const gameAreas = areasOf(gameScopes);

/** `[['game', ['read', 'write']]]`: areas without scopes are omitted. */
export function groupScopes(given: readonly Scope[]): [ScopeArea, ScopeRight[]][] {
  return areasOf(given).map((area) => [
    area,
    scopeRights.filter((right) => given.some((scope) => scope === scopeFor(area, right))),
  ]);
}

/** Of a token to play, with the names of their parts. */
export const playerRights = playerScopes.map((scope) => {
  const [[area, [right = 'read']]] = groupScopes([scope]) as [[ScopeArea, ScopeRight[]]];
  return { scope, area, right };
});
