/** What an API token may be made for: `read` are calls that change nothing. */
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
] as const;
export type Scope = (typeof scopes)[number];

/** What the bearer tokens of the wire format open: watching games. */
export const defaultScopes: readonly Scope[] = ['monitor:read'];

/** What makes a token's account staff to a frozen board: watching over games. */
export const liveBoardScope = 'monitor:read' satisfies Scope;

/** Scopes that a token needs for the non-public messages of a hub. */
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

// Whatever else is done to an account could end in a session, so a new call is closed to tokens until it is named here.
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

/**
 * The one scope that opens a call to API tokens: its own when it names one, else the area of its path with `read` for
 * GET and `write` for all others. null when no token opens it: the call needs a session or no account at all.
 */
export function scopeOf(route: ScopedRoute): Scope | null {
  if (route.scope !== undefined) return route.scope;
  const area = areaOf(route);
  return area === null ? null : (`${area}:${route.method === 'GET' ? 'read' : 'write'}` as Scope);
}
