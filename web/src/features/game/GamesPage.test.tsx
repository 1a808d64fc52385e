import { screen, waitFor } from '@testing-library/react';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api';
import { buildGame, buildOwnGame, signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';
import { filterGames } from './games-filter';

const hour = 3_600_000;
const now = Date.now();
const running = buildGame({ id: 1, title: 'Night Watch' });
const upcoming = buildGame({ id: 2, title: 'Spring Qualifier', start: now + hour, end: now + 9 * hour });
const over = buildGame({ id: 3, title: 'Harbour Open', start: now - 90 * hour, end: now - 80 * hour });
const list = (games = [over, upcoming, running]) => ({ data: games, length: games.length, total: games.length });

const titles = () =>
  screen
    .queryAllByRole('heading', { level: 2 })
    .filter((heading) => !heading.closest('aside'))
    .map((heading) => heading.textContent);

describe('the list of games', () => {
  it('shows running, then upcoming, then ended games', async () => {
    visit();
    answer(gameEndpoints.list, list());
    renderPage('/games');
    await screen.findByRole('heading', { name: 'Night Watch' });
    expect(titles()).toEqual(['Night Watch', 'Spring Qualifier', 'Harbour Open']);
  });

  it('keeps phase and search in the URL', async () => {
    visit();
    answer(gameEndpoints.list, list());
    const { user, router } = renderPage('/games?phase=upcoming');
    await screen.findByRole('heading', { name: 'Spring Qualifier' });
    expect(titles()).toEqual(['Spring Qualifier']);
    await user.click(screen.getByRole('radio', { name: 'Ended' }));
    await waitFor(() => expect(titles()).toEqual(['Harbour Open']));
    await user.type(screen.getByRole('searchbox', { name: 'Search games' }), 'night');
    expect(await screen.findByText('No games found')).toBeVisible();
    expect(router.state.location.search).toEqual({ phase: 'ended', q: 'night' });
  });

  it('ignores invalid search parameters', async () => {
    visit();
    answer(gameEndpoints.list, list());
    renderPage('/games?phase=sometimes&page=many');
    expect(await screen.findByRole('heading', { name: 'Harbour Open' })).toBeVisible();
  });

  it('marks joined games with the team', async () => {
    signIn();
    answer(gameEndpoints.list, list());
    answer(gameEndpoints.mine, { hasTeam: true, games: [buildOwnGame({ id: upcoming.id })] });
    renderPage('/games');
    expect(await screen.findByText('Playing with Nightjars')).toBeVisible();
    expect(titles()[0]).toBe('Spring Qualifier');
  });

  it('explains an empty list, and reports a failed request', async () => {
    visit();
    refuse(gameEndpoints.list, 'request.failed');
    const { user } = renderPage('/games');
    expect(await screen.findByText('The games could not be loaded')).toBeVisible();
    answer(gameEndpoints.list, list([]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No games yet')).toBeVisible();
  });
});

describe('filterGames', () => {
  it('finds words of title and summary in any case and order', () => {
    const games = [buildGame({ id: 1, title: 'Night Watch', summary: 'For students' }), over];
    expect(filterGames(games, { q: 'STUDENTS night' }, new Map(), now).map(({ id }) => id)).toEqual([1]);
  });

  it('puts joined games first unless they are over', () => {
    const own = new Map([
      [2, 'Nightjars'],
      [3, 'Nightjars'],
    ]);
    expect(filterGames([running, upcoming, over], {}, own, now).map(({ id }) => id)).toEqual([2, 1, 3]);
  });
});
