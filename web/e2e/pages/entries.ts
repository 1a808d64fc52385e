import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FilledGame } from './filled-game';

export const roles = ['visitor', 'player', 'monitor', 'organiser', 'admin'] as const;
export type Role = (typeof roles)[number];

interface Entry {
  /** Who can use the page; each sees it in another way. */
  by: readonly Role[];
  /** Addresses below `path`'s own, for states that look different. */
  also?: (filled: FilledGame) => string[];
}

const everyone = roles;

/** By path of the route; a page without an entry fails the test. */
export const entries: Record<string, Entry> = {
  '/': { by: everyone },
  '/about': { by: ['visitor'], also: () => ['/no/such/page'] },
  '/games': { by: ['visitor', 'player', 'organiser'] },
  '/teams': { by: ['player', 'organiser'] },
  '/posts': { by: ['visitor', 'admin'] },
  '/posts/$postId': { by: ['visitor', 'admin'] },
  '/posts/$postId/edit': { by: ['admin'] },
  '/posts/new': { by: ['admin'] },

  '/account/confirm': { by: ['player'] },
  '/account/first': { by: ['visitor'] },
  '/account/login': {
    by: ['visitor'],
    also: () => ['/account/login?problem=account.signInExpired', '/account/login?step=factor'],
  },
  '/account/profile': { by: ['player', 'admin'] },
  '/account/recovery': { by: ['visitor'] },
  '/account/register': { by: ['visitor'] },
  '/account/reset': { by: ['visitor'], also: () => ['/account/reset?token=eA&email=bWlyYUBleGFtcGxlLm9yZw'] },
  '/account/verify': { by: ['visitor'], also: () => ['/account/verify?token=eA&email=bWlyYUBleGFtcGxlLm9yZw'] },

  '/games/$id': {
    by: ['visitor', 'player', 'monitor', 'organiser'],
    also: ({ coming, ended }) => [`/games/${coming}`, `/games/${ended}`],
  },
  '/games/$id/challenges': {
    by: ['player', 'organiser'],
    also: ({ gameId, challenges }) =>
      ['Left Luggage', 'Lobby Quiz', 'The Dumbwaiter'].map(
        (title) => `/games/${gameId}/challenges?challenge=${challenges.get(title)}`,
      ),
  },
  '/games/$id/notices': { by: ['visitor', 'player'] },
  '/games/$id/scoreboard': {
    by: ['visitor', 'player', 'monitor'],
    also: ({ gameId, coming, ended }) => [
      `/games/${gameId}/scoreboard?view=categories`,
      `/games/${gameId}/scoreboard?view=challenges`,
      `/games/${coming}/scoreboard`,
      `/games/${ended}/scoreboard`,
    ],
  },
  '/games/$id/teams/$teamId': {
    by: ['visitor', 'player', 'monitor'],
    also: ({ gameId, teamId, otherTeamId }) => [`/games/${gameId}/teams/${teamId}?compare=[${otherTeamId}]`],
  },
  '/games/$id/embed': { by: ['visitor'] },
  '/games/$id/present': { by: ['visitor', 'organiser'] },
  '/games/$id/reveal': { by: ['organiser'], also: ({ ended }) => [`/games/${ended}/reveal`] },
  '/games/$id/monitor': { by: ['monitor'] },
  '/games/$id/monitor/cheatinfo': { by: ['monitor', 'admin'] },
  '/games/$id/monitor/cases': { by: ['monitor', 'organiser'] },
  '/games/$id/monitor/events': { by: ['monitor', 'organiser'] },
  '/games/$id/monitor/submissions': { by: ['monitor', 'organiser'] },
  '/games/$id/monitor/traffic': { by: ['monitor', 'organiser'] },
  '/games/$id/monitor/wall': { by: ['monitor'] },

  '/admin/games': { by: ['organiser', 'admin'] },
  '/admin/games/$id': { by: ['organiser'] },
  '/admin/games/$id/audit': { by: ['organiser'] },
  '/admin/games/$id/info': { by: ['organiser', 'admin'], also: ({ coming }) => [`/admin/games/${coming}/info`] },
  '/admin/games/$id/challenges': { by: ['organiser'], also: ({ coming }) => [`/admin/games/${coming}/challenges`] },
  '/admin/games/$id/challenges/$chalId': {
    by: ['organiser'],
    also: ({ gameId, challenges }) => [`/admin/games/${gameId}/challenges/${challenges.get('Lobby Quiz')}`],
  },
  '/admin/games/$id/challenges/$chalId/flags': {
    by: ['organiser'],
    also: ({ gameId, challenges }) => [`/admin/games/${gameId}/challenges/${challenges.get('Lobby Quiz')}/flags`],
  },
  '/admin/games/$id/divisions': { by: ['organiser'] },
  '/admin/games/$id/judging': { by: ['organiser'] },
  '/admin/games/$id/folder': { by: ['organiser'] },
  '/admin/games/$id/notices': { by: ['organiser'] },
  '/admin/games/$id/review': { by: ['organiser'] },
  '/admin/games/$id/staff': { by: ['organiser', 'admin'] },
  '/admin/games/$id/writeups': { by: ['organiser'] },

  '/admin': { by: ['admin'] },
  '/admin/audit': { by: ['admin'] },
  '/admin/engines': { by: ['admin'] },
  '/admin/files': { by: ['admin'] },
  '/admin/health': { by: ['admin'] },
  '/admin/instances': { by: ['admin'] },
  '/admin/logs': { by: ['admin'] },
  '/admin/settings': { by: ['admin'] },
  '/admin/start': { by: ['admin'] },
  '/admin/teams': { by: ['admin'] },
  '/admin/tokens': { by: ['admin'] },
  '/admin/users': { by: ['admin'] },
  '/admin/webhooks': { by: ['admin'] },
};

/** All paths of the generated route tree. */
export async function readRoutePaths(): Promise<string[]> {
  const generated = await readFile(fileURLToPath(new URL('../../src/routeTree.gen.ts', import.meta.url)), 'utf8');
  const [, union = ''] = /\n {2}to:([^;]+);/.exec(generated) ?? [];
  return [...union.matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
}

/** The addresses that a role opens, in the order of the list. */
export function addressesOf(role: Role, filled: FilledGame): string[] {
  const ids: Record<string, string> = {
    $id: `${filled.gameId}`,
    $chalId: `${filled.challenges.get('Left Luggage')}`,
    $teamId: `${filled.teamId}`,
    $postId: filled.postId,
  };
  return Object.entries(entries).flatMap(([path, { by, also }]) => {
    if (!by.includes(role)) return [];
    const address = path.replace(/\$\w+/g, (name) => ids[name] ?? name);
    // Other states once, by the first of those who see them.
    return [address, ...(by[0] === role && also ? also(filled) : [])];
  });
}
