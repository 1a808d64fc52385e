/** `read` scopes change nothing. */
export const scopes = [
  'account:read',
  'account:write',
  'team:read',
  'team:write',
  'game:read',
  'game:write',
  'play:read',
  'play:write',
  'monitor:read',
  'monitor:write',
  'edit:read',
  'edit:write',
  'admin:read',
  'admin:write',
  'file:read',
  'file:write',
  'award:write',
  'challenge:read',
  'challenge:write',
] as const;
export type Scope = (typeof scopes)[number];

/** What a token of one game may have: the others open nothing of a game's staff. */
export const gameScopes = [
  'monitor:read',
  'monitor:write',
  'edit:read',
  'edit:write',
  'award:write',
  'challenge:read',
  'challenge:write',
] as const satisfies readonly Scope[];

/** What a token of a player may have. */
export const playerScopes = [
  'game:read',
  'play:read',
  'play:write',
  'file:read',
  'team:read',
] as const satisfies readonly Scope[];

/** The wire format's bearer tokens watch games. */
export const defaultScopes: readonly Scope[] = ['monitor:read'];

/** Shows a frozen board to staff. */
export const liveBoardScope = 'monitor:read' satisfies Scope;

/** For the non-public messages of a hub. */
export const hubScopes = {
  user: 'play:read',
  monitor: 'monitor:read',
  admin: 'admin:read',
} as const satisfies Record<string, Scope>;

interface ScopedRoute {
  method: string;
  path: string;
  access: string;
  scope?: Scope | null;
}

// Other account calls could lead to a session, so new ones stay closed to tokens.
const accountCalls = new Set(['profile', 'update', 'avatar']);
const playCalls = new Set(['details', 'challenges', 'container', 'writeup']);
const areas = new Set(['team', 'edit', 'admin']);

function areaOf({ path, access }: ScopedRoute): string | null {
  const [, root, first = '', second = '', third = ''] = path.split('/');
  if (root === 'assets' || (root === 'api' && first === 'assets')) return 'file';
  if (root !== 'api') return null;
  if (first === 'account') return accountCalls.has(second) ? 'account' : null;
  if (first !== 'game') return areas.has(first) ? first : null;
  if (access !== 'Anonymous' && access !== 'User') return 'monitor';
  return playCalls.has(third) ? 'play' : 'game';
}

/** The route's own scope, else its area with `read` for GET and `write` otherwise; null: closed to tokens. */
export function scopeOf(route: ScopedRoute): Scope | null {
  if (route.scope !== undefined) return route.scope;
  const area = areaOf(route);
  return area === null ? null : (`${area}:${route.method === 'GET' ? 'read' : 'write'}` as Scope);
}

/** A part of what `edit` opens. A package shows what `challenge:read` shows. */
function narrowScopeOf({ method, path }: ScopedRoute): Scope | null {
  const [, , area, , , part] = path.split('/');
  const verb = method === 'GET' ? 'read' : 'write';
  if (area !== 'edit') return null;
  if (part === 'challenges' || part === 'plans') return `challenge:${verb}`;
  if (part === 'export') return 'challenge:read';
  return part === 'awards' && verb === 'write' ? 'award:write' : null;
}

/** Whether a token of a player in the team of a game opens the call at all; `params` are those of the path, unparsed. */
export function isOwnCall(
  { path, access }: Pick<ScopedRoute, 'path' | 'access'>,
  params: Readonly<Record<string, string | undefined>>,
  { gameId, teamId }: { gameId: number | null; teamId: number },
): boolean {
  if (access !== 'User' && access !== 'Anonymous') return false;
  const [, , area, id] = path.split('/');
  if (id !== ':id') return false;
  return Number(params.id) === (area === 'game' ? gameId : area === 'team' ? teamId : null);
}

/** The scopes of which each opens the route; none: closed to tokens. */
export function scopesOf(route: ScopedRoute): Scope[] {
  const scope = scopeOf(route);
  return scope === null ? [] : [scope, narrowScopeOf(route)].filter((one) => one !== null);
}
