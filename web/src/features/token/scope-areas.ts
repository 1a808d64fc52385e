import type { Scope } from '@vexil/contract/scope.rules';

/** What scopes are about, the least powerful first; each has one to read and one to change. */
export const scopeAreas = ['monitor', 'game', 'play', 'team', 'account', 'file', 'edit', 'admin'] as const;
export type ScopeArea = (typeof scopeAreas)[number];
export const scopeRights = ['read', 'write'] as const;
export type ScopeRight = (typeof scopeRights)[number];

export const scopeFor = (area: ScopeArea, right: ScopeRight): Scope => `${area}:${right}`;

/** `[['game', ['read', 'write']]]` for both scopes of games; areas without any are left out. */
export function groupScopes(scopes: readonly Scope[]): [ScopeArea, ScopeRight[]][] {
  return scopeAreas
    .map((area): [ScopeArea, ScopeRight[]] => [
      area,
      scopeRights.filter((right) => scopes.includes(scopeFor(area, right))),
    ])
    .filter(([, rights]) => rights.length > 0);
}
