import { expect, it } from 'vitest';
import { buildCompetition, password } from './support/competition';
import { signIn } from './support/organiser';
import type { Person } from './support/person';
import { boardRow, button, heading, see } from './support/see';
import { openStage } from './support/stage';

const stage = openStage();
const build = () =>
  buildCompetition(stage.platform, () => stage.caller(), { challenges: { 'Left Luggage': 'Crypto', Lift: 'Web' } });

/** Longer than the time over which clients spread what they ask for after a message. */
const quietMs = 3500;
/** A new connection repeats the messages of five seconds before the page was opened. */
const messagesRepeatedMs = 6000;

/** Hidden tabs are not refreshed every ten seconds, within which a busy machine may not have connected. */
const preventRefresh = ({ context }: Person) =>
  context.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }));

/** Calls of the API and the hubs, in order. */
function recordCalls({ page }: Person): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/(api|hub)\//.test(pathname)) calls.push(`${request.method()} ${pathname}${search}`);
  });
  return calls;
}

/** Opens each page by its address; the calls it made until it was quiet, by name of the page. */
async function openEach(person: Person, pages: Record<string, { path: string; live?: boolean }>) {
  const calls = recordCalls(person);
  const byPage: Record<string, string[]> = {};
  for (const [name, { path, live = false }] of Object.entries(pages)) {
    calls.length = 0;
    await person.goto(path);
    if (live) await see(person.page.getByText('Live', { exact: true }));
    await person.page.waitForLoadState('networkidle');
    await person.page.waitForTimeout(live ? quietMs : 500);
    byPage[name] = calls.toSorted();
    expect(new Set(calls).size, `${name} asked twice: ${calls.join(', ')}`).toBe(calls.length);
  }
  return byPage;
}

const paths = (gameId: number) => ({
  home: { path: '/' },
  games: { path: '/games' },
  game: { path: `/games/${gameId}`, live: true },
  challenges: { path: `/games/${gameId}/challenges`, live: true },
  board: { path: `/games/${gameId}/scoreboard`, live: true },
  notices: { path: `/games/${gameId}/notices`, live: true },
});

it('asks for each thing once, and for nothing that came with the page', async () => {
  const competition = await build();
  const { gameId } = competition;
  const own = await competition.addTeam('Nightjars');
  const [visitor, player] = await Promise.all([stage.person('visitor'), stage.person('player')]);
  await Promise.all([visitor, player].map(preventRefresh));
  await signIn(player, own.userName, password);
  await player.page.waitForTimeout(messagesRepeatedMs);

  const game = `GET /api/game/${gameId}`;
  const notices = `${game}/notices?count=100`;
  const ofGame = [game, notices];
  // The board is there for the own rank; before a sign of the reader only pages that show it ask for it.
  const ofFrame = [`${game}/page`, notices];
  const ofPlayer = [...ofFrame, `${game}/scoreboard`];
  const profile = 'GET /api/account/profile';
  const mine = 'GET /api/game/mine';
  const recent = 'GET /api/game/recent?limit=8';
  const posts = 'GET /api/posts/latest';
  const list = 'GET /api/game?count=50&skip=0';
  const [visited, played] = await Promise.all([
    openEach(visitor, { ...paths(gameId), about: { path: '/about' } }),
    openEach(player, { ...paths(gameId), team: { path: '/teams' }, profile: { path: '/account/profile' } }),
  ]);
  expect(visited).toEqual({
    home: [recent, posts],
    games: [list],
    game: ofGame,
    challenges: ofGame,
    board: [...ofGame, `${game}/scoreboard`],
    notices: ofGame,
    about: [],
  });
  const asPlayer = (calls: string[]) => [profile, ...calls].toSorted();
  expect(played).toEqual({
    home: asPlayer([recent, posts, mine, notices]),
    games: asPlayer([list, mine]),
    game: ofFrame.toSorted(),
    challenges: ofPlayer.toSorted(),
    board: ofPlayer.toSorted(),
    notices: ofFrame.toSorted(),
    team: asPlayer(['GET /api/team']),
    profile: asPlayer(
      ['erase', 'export', 'factors', 'providers', 'sessions', 'terms', 'tokens'].map((of) => `GET /api/account/${of}`),
    ),
  });
  await player.goto(`/games/${gameId}`);
  await see(player.page.getByText('Live', { exact: true }));
  const asked = player.page.waitForRequest((request) => request.url().endsWith('/scoreboard'));
  await player.page.mouse.move(200, 200);
  await player.page.mouse.move(240, 240);
  await asked;
});

it('shows what changed between its first calls and the connection', async () => {
  const competition = await build();
  const rival = await competition.addTeam('Night Owls');
  const watcher = await stage.person('watcher');
  await preventRefresh(watcher);
  const calls = recordCalls(watcher);
  let connect = () => {};
  const mayConnect = new Promise<void>((resolve) => {
    connect = resolve;
  });
  const { page } = watcher;
  await page.routeWebSocket(/\/hub\//, async (socket) => {
    await mayConnect;
    socket.connectToServer();
  });
  // As if they had been here before there was anything to read.
  await page.addInitScript((key) => localStorage.setItem(key, '0'), `notices.read.visitor.${competition.gameId}`);
  await watcher.goto(`/games/${competition.gameId}/scoreboard`);
  await see(boardRow(page, 'Night Owls'), button(page, 'Notices, 2 unread'));

  await competition.submit(rival.caller, 'Lift');
  await competition.publish('The lift works again.');
  const params = { id: competition.gameId };
  await competition.admin.gameEdit.update({ params, body: { title: 'The Late Shift' } });
  connect();
  await see(heading(page, 'The Late Shift'));
  await boardRow(page, 'Night Owls')
    .filter({ hasText: /[1-9]\d\d/ })
    .waitFor();
  await button(page, 'Notices, 3 unread').click();
  await see(page.getByText('The lift works again.'));
  expect(calls.filter((call) => call.includes('/notices'))).toHaveLength(1);
  expect(calls.filter((call) => call.includes('/scoreboard'))).toHaveLength(1);
});
