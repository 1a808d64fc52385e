import { requestOf } from '../generator/request';
import type { PlannedCall } from '../generator/writers';
import type { Harness } from '../harness/harness';
import { postIdOf } from '../seed/platform';
import { idOf } from '../seed/store';

type Call = Parameters<typeof requestOf>[0];

export interface Answer {
  what: string;
  /** One after the other by each player; those that name their players are one each. */
  calls: PlannedCall[];
  status: number;
  /** Of replies that are let through as well. */
  others?: readonly number[];
  signedIn?: boolean;
}

const at = (what: string, path: string): Answer => ({ what, calls: [{ path }], status: 200 });
const get = (what: string, call: Call): Answer => ({ what, calls: [requestOf(call)], status: 200 });
const own = (what: string, call: Call): Answer => ({ ...get(what, call), signedIn: true });
const gameOf = ({ gameId }: Harness) => ({ params: { id: gameId } });

export const boardAnswer = (harness: Harness): Answer =>
  get('scoreboard', ({ scoreboard }) => scoreboard.get(gameOf(harness)));
export const detailsAnswer = (harness: Harness): Answer =>
  own('details', ({ challenge }) => challenge.details(gameOf(harness)));

export const wantedAnswers = ({ options: { answers } }: Harness, all: readonly Answer[]): Answer[] =>
  all.filter(({ what }) => answers.length === 0 || answers.some((part) => what.includes(part)));

export const sharedAnswers = (harness: Harness): Answer[] => [
  get('config', ({ config }) => config.client()),
  get('recent games', ({ game }) => game.recent()),
  get('list of games', ({ game }) => game.list()),
  get('a game, anonymous', ({ game }) => game.get(gameOf(harness))),
  get('notices', ({ notice }) => notice.list(gameOf(harness))),
  get('latest posts', ({ post }) => post.latest()),
  get('posts', ({ post }) => post.list()),
  get('one post', ({ post }) => post.get({ params: { id: postIdOf(0) } })),
  get('captcha', ({ captcha }) => captcha.info()),
];

/** At most so many of the seeded submissions are asked for. */
const statusesMax = 5000;

export function personalAnswers(harness: Harness): Answer[] {
  const { gameId, competition, challengeIds } = harness;
  const { submissions, size } = competition;
  const input = gameOf(harness);
  const paths = challengeIds.map((challengeId) => {
    const params = { id: gameId, challengeId };
    return requestOf(({ challenge }) => challenge.get({ params })).path;
  });
  const challengeCalls = Array.from({ length: size.players }, (_, player) => ({
    path: paths[(player * 7) % paths.length] ?? '',
    player,
  }));
  // The last ones, as they are asked for right after they are sent.
  const first = Math.max(0, submissions.length - statusesMax);
  const statusCalls = submissions.slice(first).map(({ player, challenge }, index) => {
    const params = { id: gameId, challengeId: idOf(challenge), submissionId: idOf(first + index) };
    return { ...requestOf(({ submission }) => submission.status({ params })), player };
  });
  return [
    own('profile', ({ account }) => account.profile()),
    own('sessions', ({ account }) => account.sessions()),
    own('own teams', ({ team }) => team.list()),
    own('own games', ({ game }) => game.mine()),
    own('check', ({ participation }) => participation.check(input)),
    own('instances', ({ container }) => container.list(input)),
    gamePageAnswer(harness),
    own('a game, signed in', ({ game }) => game.get(input)),
    { what: 'one challenge', calls: challengeCalls, status: 200, signedIn: true },
    { what: 'status of a submission', calls: statusCalls, status: 200, signedIn: true },
  ];
}

/** Larger than any JSON body may be. */
const tooLarge = { userName: 'x'.repeat(40_000), password: 'x' };

export const refusals: Answer[] = [
  { ...get('401, no session', ({ account }) => account.profile()), status: 401 },
  { ...own('403, a player asks for the settings', ({ configAdmin }) => configAdmin.get()), status: 403 },
  { ...at('404, unknown path', '/api/nothing'), status: 404 },
  { what: '405', calls: [{ ...requestOf(({ config }) => config.client()), method: 'PATCH' }], status: 405 },
  { what: '413, 40 KB of JSON', calls: [requestOf(({ account }) => account.login({ body: tooLarge }))], status: 413 },
  {
    what: '415',
    calls: [{ ...requestOf(({ account }) => account.login({ body: tooLarge })), body: 'a', contentType: 'text/csv' }],
    status: 415,
  },
  at('/healthz', '/healthz'),
  at('/readyz', '/readyz'),
];

/** What the client of the reference asks for on a signed-in player's first page. */
export function referencePageCalls(harness: Harness): PlannedCall[] {
  const input = gameOf(harness);
  const calls: Call[] = [
    ({ config }) => config.client(),
    ({ account }) => account.profile(),
    ({ game }) => game.get(input),
    ({ notice }) => notice.list(input),
    ({ participation }) => participation.check(input),
    ({ challenge }) => challenge.details(input),
    ({ scoreboard }) => scoreboard.get(input),
  ];
  return calls.map(requestOf);
}

export const gamePageAnswer = (harness: Harness): Answer =>
  own('page of a game', ({ gamePage }) => gamePage.get(gameOf(harness)));

/** What the web client asks for, config with the page; without `hasGamePage`, as before that call was there. */
export function openedPageCalls(harness: Harness, hasGamePage: boolean): PlannedCall[] {
  const input = gameOf(harness);
  const apart: Call[] = [
    ({ account }) => account.profile(),
    ({ game }) => game.get(input),
    ({ challenge }) => challenge.details(input),
    ({ container }) => container.list(input),
  ];
  return [
    { path: `/games/${harness.gameId}/challenges`, headers: { Accept: 'text/html' } },
    ...(hasGamePage ? gamePageAnswer(harness).calls : apart.map(requestOf)),
    requestOf(({ notice }) => notice.list({ ...input, query: { count: 100 } })),
    ...boardAnswer(harness).calls,
  ];
}
