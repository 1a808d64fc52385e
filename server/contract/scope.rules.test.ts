import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from './route';
import {
  defaultScopes,
  hubScopes,
  isOwnCall,
  liveBoardScope,
  playerScopes,
  type Scope,
  scopeOf,
  scopesOf,
} from './scope.rules';
import { TokenScope } from './token';

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'reply' in value;

/** Every call that any file of the contract declares. */
async function listDeclaredRoutes(): Promise<Route[]> {
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const modules = await Promise.all(files.map((name) => import(`./${name}`)));
  const groups = modules.flatMap((module) => Object.values(module as Record<string, unknown>));
  return groups.flatMap((group) => (typeof group === 'object' && group ? Object.values(group).filter(isRoute) : []));
}

const route = (method: string, path: string, access = 'User', scope?: Scope | null) => ({
  method,
  path,
  access,
  ...(scope === undefined ? {} : { scope }),
});

describe('the scope of a call', () => {
  it.each([
    ['GET', '/api/account/profile', 'User', 'account:read'],
    ['PUT', '/api/account/avatar', 'User', 'account:write'],
    ['PUT', '/api/account/changepassword', 'User', null],
    ['PUT', '/api/account/changeemail', 'User', null],
    ['POST', '/api/account/login', 'Anonymous', null],
    ['POST', '/api/account/logout', 'Anonymous', null],
    ['GET', '/api/team', 'User', 'team:read'],
    ['DELETE', '/api/team/:id', 'User', 'team:write'],
    ['GET', '/api/game', 'Anonymous', 'game:read'],
    ['POST', '/api/game/:id', 'User', 'game:write'],
    ['GET', '/api/game/:id/details', 'User', 'play:read'],
    ['POST', '/api/game/:id/challenges/:challengeId', 'User', 'play:write'],
    ['DELETE', '/api/game/:id/container/:challengeId', 'User', 'play:write'],
    ['GET', '/api/game/:id/events', 'observer', 'monitor:read'],
    ['DELETE', '/api/game/captures/:challengeId/:participationId/all', 'Monitor', 'monitor:write'],
    ['GET', '/api/edit/games/:id', 'organiser', 'edit:read'],
    ['PUT', '/api/edit/games/:id', 'organiser', 'edit:write'],
    ['GET', '/api/admin/logs', 'Admin', 'admin:read'],
    ['DELETE', '/api/admin/users/:userId', 'Admin', 'admin:write'],
    ['GET', '/assets/:hash/:name', 'Anonymous', 'file:read'],
    ['POST', '/api/assets', 'User', 'file:write'],
    ['GET', '/api/config', 'Anonymous', null],
    ['GET', '/healthz', 'Anonymous', null],
    ['GET', '/api', 'Anonymous', null],
    ['GET', '/api/account', 'User', null],
    ['GET', '/other/assets', 'User', null],
    ['GET', '/other/team', 'User', null],
    ['GET', '/other/game/:id/details', 'User', null],
  ])('%s %s (%s) is %s', (method, path, access, scope) => {
    expect(scopeOf(route(method, path, access))).toBe(scope);
  });

  it.each([
    ['GET', '/api/edit/games/:id/awards', ['edit:read']],
    ['POST', '/api/edit/games/:id/awards', ['edit:write', 'award:write']],
    ['DELETE', '/api/edit/games/:id/awards/:awardId', ['edit:write', 'award:write']],
    ['GET', '/api/edit/games/:id/challenges/:challengeId', ['edit:read', 'challenge:read']],
    ['PUT', '/api/edit/games/:id/challenges/:challengeId', ['edit:write', 'challenge:write']],
    ['GET', '/api/edit/games/:id/plans/:planId', ['edit:read', 'challenge:read']],
    ['POST', '/api/edit/games/:id/plans/:planId/apply', ['edit:write', 'challenge:write']],
    ['POST', '/api/edit/games/:id/export', ['edit:write', 'challenge:read']],
    ['GET', '/api/edit/games/:id', ['edit:read']],
    ['GET', '/api/game/:id/challenges/awards/awards/awards', ['play:read']],
    ['POST', '/api/admin/games/:id/awards', ['admin:write']],
    ['GET', '/api/config', []],
  ])('%s %s is opened by each of %j', (method, path, scopes) => {
    expect(scopesOf(route(method, path))).toEqual(scopes);
    expect(scopesOf(route(method, path, 'User', null))).toEqual([]);
  });

  it('is what the call says where it says so', () => {
    expect(scopeOf(route('POST', '/api/admin/users/search', 'Admin', 'admin:read'))).toBe('admin:read');
    expect(scopeOf(route('GET', '/api/team', 'User', null))).toBeNull();
  });
});

describe('scopes with a meaning of their own', () => {
  it('let bearer tokens of the wire format watch games, and nothing else', () => {
    expect(defaultScopes).toEqual(['monitor:read']);
    expect(liveBoardScope).toBe('monitor:read');
  });

  it('open each hub by the read scope of its messages', () => {
    expect(hubScopes).toEqual({ user: 'play:read', monitor: 'monitor:read', admin: 'admin:read' });
  });
});

describe('a token of a player', () => {
  const own = { gameId: 7, teamId: 3 };

  it.each([
    ['/api/game/:id', 'Anonymous', '7', true],
    ['/api/game/:id/details', 'User', '7', true],
    ['/api/game/:id/details', 'User', '07', true],
    ['/api/game/:id/details', 'User', '8', false],
    ['/api/game/:id/details', 'User', '3', false],
    ['/api/game/:id/details', 'User', undefined, false],
    ['/api/game/:id/submissions', 'observer', '7', false],
    ['/api/game/:id/x', 'organiser', '7', false],
    ['/api/game/:id/x', 'Monitor', '7', false],
    ['/api/game/:id/x', 'Admin', '7', false],
    ['/api/game/mine', 'User', '7', false],
    ['/api/game', 'Anonymous', undefined, false],
    ['/api/team/:id', 'User', '3', true],
    ['/api/team/:id', 'User', '7', false],
    ['/api/team', 'User', undefined, false],
    ['/api/posts/:id', 'Anonymous', '7', false],
    ['/api/proxy/:id', 'Anonymous', '7', false],
  ])('is for %s (%s) of %s: %s', (path, access, id, isOpen) => {
    expect(isOwnCall({ path, access }, id === undefined ? {} : { id }, own)).toBe(isOpen);
  });

  it('opens nothing of a game or a team that it is not for', () => {
    const path = '/api/game/:id';
    expect(isOwnCall({ path, access: 'User' }, { id: 'null' }, { gameId: null, teamId: 3 })).toBe(false);
    expect(isOwnCall({ path, access: 'User' }, { id: '0' }, { gameId: null, teamId: 3 })).toBe(false);
  });

  it('has no scope of staff, of the account or that changes files, teams or games', () => {
    expect(playerScopes).toEqual(['game:read', 'play:read', 'play:write', 'file:read', 'team:read']);
  });
});

describe('the calls of the contract', () => {
  let routes: Route[];
  beforeAll(async () => {
    routes = await listDeclaredRoutes();
  });

  it('are all found', () => {
    expect(routes.length).toBeGreaterThan(60);
  });

  it('have exactly one scope each, which exists', () => {
    for (const one of routes) {
      const scope = scopeOf(one);
      if (scope !== null) expect(TokenScope.safeParse(scope).success, `${one.method} ${one.path}`).toBe(true);
    }
  });

  it('are open to tokens but for those that lead to sessions, tokens, passwords or webhooks, or read more than one area', () => {
    const closed = routes.filter((one) => one.access !== 'Anonymous' && scopeOf(one) === null);
    for (const { path } of closed)
      expect(path).toMatch(
        /^(\/mcp$|\/api\/(tokens|account\/(change|mailchange|sessions|factors|links|export|erase|terms|tokens)|edit\/games\/:id\/tokens|admin\/(users(\/:userId\/(password|resetlink))?$|webhooks|imports)|game\/:id\/(page$|questions)))/,
      );
  });
});
