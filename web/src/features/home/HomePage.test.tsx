import { screen } from '@testing-library/react';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api';
import { buildDetailedGame, buildGame, signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';
import { orderGames } from './order-games';

const hour = 3_600_000;
const now = 1_800_000_000_000;

describe('the home page', () => {
  it('explains the empty page when there is no game', async () => {
    visit();
    answer(gameEndpoints.recent, []);
    renderPage('/');
    expect(await screen.findByText('No games yet')).toBeVisible();
  });

  it('reports a failed request, and retries', async () => {
    visit();
    refuse(gameEndpoints.recent, 'request.failed');
    const { user } = renderPage('/');
    expect(await screen.findByText('The games could not be loaded')).toBeVisible();
    answer(gameEndpoints.recent, [buildGame({ title: 'Northwind' })]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Northwind' })).toBeVisible();
  });

  it('puts a joined game first and names the team', async () => {
    signIn();
    const other = buildGame({ id: 1, title: 'Other' });
    const own = buildGame({ id: 2, title: 'Own', start: Date.now() + hour, end: Date.now() + 2 * hour });
    answer(gameEndpoints.recent, [other, own]);
    answer(gameEndpoints.get, ({ params }) =>
      params.id === '2'
        ? buildDetailedGame({ ...own, status: 'Accepted', teamName: 'Nightjars' })
        : buildDetailedGame(other),
    );
    renderPage('/');
    expect(await screen.findByText('with Nightjars')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Own' })).toBeVisible();
    expect(screen.getAllByRole('timer')).toHaveLength(2);
  });
});

describe('orderGames', () => {
  const running = buildGame({ id: 1, start: now - hour, end: now + hour });
  const soon = buildGame({ id: 2, start: now + hour, end: now + 9 * hour });
  const later = buildGame({ id: 3, start: now + 5 * hour, end: now + 9 * hour });
  const past = buildGame({ id: 4, start: now - 9 * hour, end: now - 5 * hour });
  const justOver = buildGame({ id: 5, start: now - 9 * hour, end: now - hour });

  it.each([
    ['running, then upcoming, then past', new Map(), [1, 2, 3, 5, 4]],
    ['own games that are not over first', new Map([[3, 'us']]), [3, 1, 2, 5, 4]],
    ['own games that are over where they belong', new Map([[4, 'us']]), [1, 2, 3, 5, 4]],
  ])('puts %s', (_, own, expected) => {
    const games = orderGames([past, later, justOver, soon, running], own, now);
    expect(games.map((game) => game.id)).toEqual(expected);
  });
});
