import type { PlannedCall } from '../generator/writers';
import type { Harness } from '../harness/harness';
import { postIdOf } from '../seed/platform';
import { idOf } from '../seed/store';

export interface Answer {
  what: string;
  /** One after the other by each player; those that name their players are one each. */
  calls: PlannedCall[];
  status: number;
  /** Of replies that are let through as well. */
  others?: readonly number[];
  signedIn?: boolean;
}

const get = (what: string, path: string): Answer => ({ what, calls: [{ path }], status: 200 });
const own = (what: string, path: string): Answer => ({ ...get(what, path), signedIn: true });

export const boardAnswer = ({ gameId }: Harness): Answer => get('scoreboard', `/api/game/${gameId}/scoreboard`);
export const detailsAnswer = ({ gameId }: Harness): Answer => own('details', `/api/game/${gameId}/details`);

export const wantedAnswers = ({ options: { answers } }: Harness, all: readonly Answer[]): Answer[] =>
  all.filter(({ what }) => answers.length === 0 || answers.some((part) => what.includes(part)));

export const sharedAnswers = ({ gameId }: Harness): Answer[] => [
  get('config', '/api/config'),
  get('recent games', '/api/game/recent'),
  get('list of games', '/api/game'),
  get('a game, anonymous', `/api/game/${gameId}`),
  get('notices', `/api/game/${gameId}/notices`),
  get('latest posts', '/api/posts/latest'),
  get('posts', '/api/posts'),
  get('one post', `/api/posts/${postIdOf(0)}`),
  get('captcha', '/api/captcha'),
];

/** At most so many of the seeded submissions are asked for. */
const statusesMax = 5000;

export function personalAnswers(harness: Harness): Answer[] {
  const { gameId, competition, challengeIds } = harness;
  const { submissions, size } = competition;
  const challengeCalls = Array.from({ length: size.players }, (_, player) => ({
    path: `/api/game/${gameId}/challenges/${challengeIds[(player * 7) % challengeIds.length]}`,
    player,
  }));
  // The last ones, as they are asked for right after they are sent.
  const statusCalls = submissions
    .map(({ player, challenge }, index) => ({
      path: `/api/game/${gameId}/challenges/${idOf(challenge)}/status/${idOf(index)}`,
      player,
    }))
    .slice(-statusesMax);
  return [
    own('profile', '/api/account/profile'),
    own('sessions', '/api/account/sessions'),
    own('own teams', '/api/team'),
    own('own games', '/api/game/mine'),
    own('check', `/api/game/${gameId}/check`),
    own('instances', `/api/game/${gameId}/container`),
    gamePageAnswer(harness),
    own('a game, signed in', `/api/game/${gameId}`),
    { what: 'one challenge', calls: challengeCalls, status: 200, signedIn: true },
    { what: 'status of a submission', calls: statusCalls, status: 200, signedIn: true },
  ];
}

/** Larger than any JSON body may be. */
const tooLarge = JSON.stringify({ userName: 'x'.repeat(40_000), password: 'x' });

export const refusals: Answer[] = [
  { what: '401, no session', calls: [{ path: '/api/account/profile' }], status: 401 },
  { what: '403, a player asks for the settings', calls: [{ path: '/api/admin/config' }], status: 403, signedIn: true },
  { what: '404, unknown path', calls: [{ path: '/api/nothing' }], status: 404 },
  { what: '405', calls: [{ method: 'PATCH', path: '/api/config' }], status: 405 },
  {
    what: '413, 40 KB of JSON',
    calls: [{ method: 'POST', path: '/api/account/login', body: tooLarge }],
    status: 413,
  },
  {
    what: '415',
    calls: [{ method: 'POST', path: '/api/account/login', body: 'a', contentType: 'text/csv' }],
    status: 415,
  },
  get('/healthz', '/healthz'),
  get('/readyz', '/readyz'),
];

/** What the client of the reference asks for on a signed-in player's first page. */
export const referencePageCalls = ({ gameId }: Harness): PlannedCall[] => [
  { path: '/api/config' },
  { path: '/api/account/profile' },
  { path: `/api/game/${gameId}` },
  { path: `/api/game/${gameId}/notices` },
  { path: `/api/game/${gameId}/check` },
  { path: `/api/game/${gameId}/details` },
  { path: `/api/game/${gameId}/scoreboard` },
];

export const gamePageAnswer = ({ gameId }: Harness): Answer => own('page of a game', `/api/game/${gameId}/page`);

/** What the web client asks for, config with the page; without `hasGamePage`, as before that call was there. */
export function openedPageCalls({ gameId }: Harness, hasGamePage: boolean): PlannedCall[] {
  const game = `/api/game/${gameId}`;
  const apart = ['/api/account/profile', game, `${game}/details`, `${game}/container`];
  return [
    { path: `/games/${gameId}/challenges`, headers: { Accept: 'text/html' } },
    ...(hasGamePage ? [`${game}/page`] : apart).map((path) => ({ path })),
    { path: `${game}/notices?count=100` },
    { path: `${game}/scoreboard` },
  ];
}
