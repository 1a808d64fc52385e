import type { Scope } from '@vexil/contract/scope.rules';

/** Least powerful first; each has a read and a write scope. */
export const scopeAreas = ['monitor', 'game', 'play', 'team', 'account', 'file', 'edit', 'admin'] as const;
export type ScopeArea = (typeof scopeAreas)[number];
export const scopeRights = ['read', 'write'] as const;
export type ScopeRight = (typeof scopeRights)[number];

export const scopeFor = (area: ScopeArea, right: ScopeRight): Scope => `${area}:${right}`;

/** `[['game', ['read', 'write']]]`: areas without scopes are omitted. */
export function groupScopes(scopes: readonly Scope[]): [ScopeArea, ScopeRight[]][] {
  return scopeAreas
    .map((area): [ScopeArea, ScopeRight[]] => [
      area,
      scopeRights.filter((right) => scopes.includes(scopeFor(area, right))),
    ])
    .filter(([, rights]) => rights.length > 0);
}
