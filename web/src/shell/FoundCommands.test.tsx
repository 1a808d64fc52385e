import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { configAdminEndpoints } from '@vexil/contract/config-admin.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { overviewEndpoints } from '@vexil/contract/overview.endpoints';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { standardSettings } from '@vexil/contract/settings';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { teamAdminEndpoints } from '@vexil/contract/team-admin.endpoints';
import { afterEach, describe, expect, it } from 'vitest';
import { changeLanguage } from '../i18n/i18n';
import { buildOverview } from '../testing/admin';
import { answer, callsOf, refuse } from '../testing/api';
import { buildDetailedGame, buildGame, buildOwnGame, signIn, visit } from '../testing/builders';
import { buildChallengeEdit, buildGameInfo, organise } from '../testing/organiser';
import { buildBoard, buildDetails, play } from '../testing/play';
import { renderPage } from '../testing/render';

type User = ReturnType<typeof renderPage>['user'];

/** Opens the palette, looks for the words and takes what has the name. */
async function command(user: User, words: string, name: RegExp | string) {
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByPlaceholderText('Go to a page or run a command');
  await user.clear(field);
  await user.type(field, words);
  await user.click(await screen.findByRole('button', { name }));
}

const noGames = () => answer(gameEndpoints.list, { data: [], length: 0, total: 0 });

// The language outlives the page of a test.
afterEach(() => changeLanguage('en-US'));

describe('the palette', () => {
  it('finds a setting by its name and goes to its field', async () => {
    signIn({ role: 'Admin' });
    noGames();
    refuse(configAdminEndpoints.mailTexts, 'request.failed');
    answer(configAdminEndpoints.get, { ...standardSettings, signInProviders: [], version: 11 });
    answer(overviewEndpoints.get, buildOverview());
    answer(accountAdminEndpoints.search, { data: [], length: 0, total: 0 });
    answer(teamAdminEndpoints.search, { data: [], length: 0, total: 0 });
    answer(challengeEditEndpoints.search, []);
    const { user, router } = renderPage('/about');
    await screen.findByRole('heading', { name: 'About' });
    await command(user, 'can be ext', /^Can be extended in the last/);
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings'));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'setting-renewalWindow'));
  });

  it('finds the challenges of every game that one edits, and opens their editor', async () => {
    organise(buildGameInfo({ id: 7 }), [buildChallengeEdit({ id: 12, title: 'Cookie jar' })]);
    signIn({ isOrganiser: true });
    answer(gameEndpoints.get, buildDetailedGame({ id: 7, start: Date.now() + 60_000, staffRole: 'organiser' }));
    noGames();
    answer(challengeEditEndpoints.search, [
      { id: 12, title: 'Cookie jar', category: 'Web', customCategory: null, gameId: 7, gameTitle: 'Harbour Finals' },
    ]);
    const { user, router } = renderPage('/about');
    await screen.findByRole('heading', { name: 'About' });
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByPlaceholderText('Go to a page or run a command');
    expect(callsOf(challengeEditEndpoints.search)).toEqual([]);
    await user.type(field, 'cookie');
    await user.click(await screen.findByRole('button', { name: /^Cookie jar.*Harbour Finals/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games/7/challenges/12'));
    expect(callsOf(challengeEditEndpoints.search).map(({ query }) => query.get('hint'))).toEqual(['cookie']);
  });

  it('shows a challenge of the open game once to those who edit it, and leads to its editor', async () => {
    organise(buildGameInfo({ id: 1 }), [buildChallengeEdit({ id: 31, title: 'Cookie jar' })]);
    play({ game: { staffRole: 'organiser', status: 'Unsubmitted' } });
    signIn({ isOrganiser: true });
    noGames();
    answer(challengeEditEndpoints.search, [
      {
        id: 31,
        title: 'Cookie jar',
        category: 'Web',
        customCategory: null,
        gameId: 1,
        gameTitle: 'Northwind Qualifier',
      },
    ]);
    const { user, router } = renderPage('/games/1/notices');
    await screen.findByText('No notices yet');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByPlaceholderText('Go to a page or run a command'), 'cookie');
    await waitFor(() => expect(callsOf(challengeEditEndpoints.search)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: /^Cookie jar/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games/1/challenges/31'));
  });

  it("finds the challenges of every running game that one's team plays", async () => {
    signIn();
    const hour = 3_600_000;
    const running = { start: Date.now() - hour, end: Date.now() + hour };
    const games = [
      buildGame({ id: 4, title: 'Harbour Finals', ...running }),
      buildGame({ id: 5, title: 'Not mine', ...running }),
      buildGame({ id: 6, title: 'Over', start: Date.now() - 2 * hour, end: Date.now() - hour }),
    ];
    answer(gameEndpoints.list, { data: games, length: 3, total: 3 });
    answer(gameEndpoints.get, buildDetailedGame({ id: 5, status: 'Unsubmitted', ...running }));
    answer(scoreboardEndpoints.get, buildBoard({ challenges: {} }));
    const own = [buildOwnGame({ id: 4 }), buildOwnGame({ id: 6 })];
    answer(gameEndpoints.mine, { hasTeam: true, games: own });
    answer(challengeEndpoints.details, buildDetails());
    answer(noticeEndpoints.list, []);
    answer(teamEndpoints.list, []);
    const { user, router } = renderPage('/about');
    await screen.findByRole('heading', { name: 'About' });
    await command(user, 'cookie', /^Cookie jar.*Harbour Finals/);
    await waitFor(() => expect(router.state.location.pathname).toBe('/games/4/challenges'));
    expect(router.state.location.search).toEqual({ challenge: 31 });
    expect(new Set(callsOf(challengeEndpoints.details).map(({ params }) => params.id))).toEqual(new Set(['4']));
  });

  it('offers neither settings nor administration to players', async () => {
    signIn({ role: 'User' });
    noGames();
    const { user } = renderPage('/about');
    await screen.findByRole('heading', { name: 'About' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByPlaceholderText('Go to a page or run a command'), 'extension');
    expect(await screen.findByText(/^Nothing found\./)).toBeVisible();
  });

  it('keeps what is typed before its field is there', async () => {
    visit();
    noGames();
    renderPage('/about');
    await screen.findByRole('heading', { name: 'About' });
    // Without the pauses between the keys of a user, in which the field takes the focus.
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    for (const key of 'pos') fireEvent.keyDown(document.body, { key });
    expect(await screen.findByPlaceholderText('Go to a page or run a command')).toHaveValue('pos');
  });

  it('changes theme and language', async () => {
    visit();
    noGames();
    const { user } = renderPage('/about');
    await screen.findByRole('heading', { name: 'About' });
    await command(user, 'light', /^Light/);
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light'));
    await command(user, 'deutsch', /^Deutsch/);
    await waitFor(() => expect(document.documentElement.lang).toBe('de-DE'));
  });

  it("goes to the own row of the game's board", async () => {
    play({});
    noGames();
    const { user, router } = renderPage('/games/1/notices');
    await screen.findByText('No notices yet');
    await command(user, 'go to my team', /^Go to my team/);
    await waitFor(() => expect(router.state.location.pathname).toBe('/games/1/scoreboard'));
    expect(router.state.location.hash).toBe('own');
  });

  it.each([
    ['password', /^Change password/],
    ['session', /^Sessions/],
    ['theme', /^Light/],
    ['dark', /^Light/],
    ['language', /^Deutsch/],
    ['go to my row', /^Go to my team/],
    ['present', /^Presenter view/],
    ['reveal', /^Reveal ceremony/],
  ])('finds for “%s” the page or the act for it', async (words, name) => {
    play({ game: { staffRole: 'organiser' } });
    noGames();
    const { user } = renderPage('/games/1/notices');
    await screen.findByText('No notices yet');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByPlaceholderText('Go to a page or run a command'), words);
    expect(await screen.findByRole('button', { name })).toBeVisible();
  });

  it('offers no ceremony to players, and the way to the own row once on the board', async () => {
    play({});
    noGames();
    const { user } = renderPage('/games/1/scoreboard');
    await screen.findByRole('table');
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByPlaceholderText('Go to a page or run a command');
    await user.type(field, 'reveal');
    expect(await screen.findByText(/^Nothing found\./)).toBeVisible();
    await user.clear(field);
    await user.type(field, 'go to my row');
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findAllByRole('button', { name: /^Go to my team/ })).toHaveLength(1);
  });
});
