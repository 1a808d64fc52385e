import { screen, waitFor, within } from '@testing-library/react';
import type { GameInfo } from '@vexil/contract/game';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, disconnect, refuse } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

describe('the list of games', () => {
  it('hides a game after the server confirms, and offers undo', async () => {
    let game = buildGameInfo();
    organise(game);
    answer(gameEditEndpoints.update, ({ body }) => {
      game = { ...game, ...(body as Partial<GameInfo>) };
      return game;
    });
    const { user } = renderPage('/admin/games');
    const row = within(await screen.findByRole('row', { name: /Northwind Qualifier/ }));
    expect(row.getByText('Visible')).toBeVisible();
    await user.click(row.getByRole('button', { name: 'Actions for Northwind Qualifier' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Hide' }));
    await screen.findByText('Northwind Qualifier is hidden from players.');
    expect(row.getByText('Hidden')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Northwind Qualifier is visible to players.');
    expect(row.getByText('Visible')).toBeVisible();
    expect(callsOf(gameEditEndpoints.update).map(({ body }) => body)).toEqual([{ hidden: true }, { hidden: false }]);
  });

  it('hides many at once, with undo, and has the tools of a game in its row', async () => {
    const games = [buildGameInfo(), buildGameInfo({ id: 8, title: 'Second Round', start: 0, hidden: true })];
    organise(games[0] as GameInfo);
    answer(gameEditEndpoints.list, { data: games, length: 2, total: 2 });
    answer(gameEditEndpoints.update, ({ body }) => ({ ...buildGameInfo(), ...(body as Partial<GameInfo>) }));
    const { user } = renderPage('/admin/games');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    await user.click(bar.getByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('Changed: 1')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(callsOf(gameEditEndpoints.update).map(({ params, body }) => [params.id, body])).toEqual([
        ['7', { hidden: true }],
        ['7', { hidden: false }],
      ]),
    );
    const titles = () =>
      screen
        .getAllByRole('link')
        .flatMap(({ textContent }) => (/Round|Qualifier/.test(textContent) ? textContent : []));
    expect(titles()).toEqual(['Northwind Qualifier', 'Second Round']);
    await user.click(screen.getByRole('button', { name: 'Times' }));
    expect(titles()).toEqual(['Second Round', 'Northwind Qualifier']);
    await user.click(screen.getByRole('button', { name: 'New game from this one: Second Round' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New game' }));
    expect(dialog.getByRole('combobox', { name: 'Game' })).toHaveValue('Second Round #8');
  });

  it('keeps the search in the URL and shows an empty result', async () => {
    organise(buildGameInfo());
    const { user, router } = renderPage('/admin/games');
    await screen.findByRole('link', { name: 'Northwind Qualifier' });
    await user.type(screen.getByRole('searchbox', { name: 'Search games' }), 'harbour');
    expect(await screen.findByText('No games found')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ q: 'harbour' });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('link', { name: 'Northwind Qualifier' })).toBeVisible();
  });

  it('shows at the field that the end must be after the start, and keeps the input', async () => {
    organise(buildGameInfo());
    const { user } = renderPage('/admin/games');
    await user.click(await screen.findByRole('button', { name: 'New game' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New game' }));
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Second Round');
    const end = dialog.getByLabelText('End');
    await user.clear(end);
    await user.type(end, '2020-01-01T00:00');
    await user.click(dialog.getByRole('button', { name: 'Create game' }));
    expect(await dialog.findByText('The end must be after the start.')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Second Round');
    expect(callsOf(gameEditEndpoints.create)).toHaveLength(0);
  });

  it('opens the information of a new game', async () => {
    organise(buildGameInfo());
    answer(gameEditEndpoints.create, buildGameInfo({ id: 8, title: 'Second Round' }));
    const { user, router } = renderPage('/admin/games');
    await user.click(await screen.findByRole('button', { name: 'New game' }));
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Second Round');
    await user.click(screen.getByRole('button', { name: 'Create game' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games/8/info'));
  });

  it('offers a retry when the list does not load', async () => {
    organise(buildGameInfo());
    refuse(gameEditEndpoints.list, 'request.failed');
    const { user } = renderPage('/admin/games');
    const again = await screen.findByRole('button', { name: 'Try again' });
    organise(buildGameInfo());
    await user.click(again);
    expect(await screen.findByRole('link', { name: 'Northwind Qualifier' })).toBeVisible();
  });

  it('reports a change that did not reach the server', async () => {
    organise(buildGameInfo());
    disconnect(gameEditEndpoints.update);
    const { user } = renderPage('/admin/games');
    const row = within(await screen.findByRole('row', { name: /Northwind Qualifier/ }));
    await user.click(row.getByRole('button', { name: 'Actions for Northwind Qualifier' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Hide' }));
    expect(await screen.findByText('Northwind Qualifier could not be changed')).toBeVisible();
    expect(row.getByText('Visible')).toBeVisible();
  });

  it('does not let organisers create games', async () => {
    organise(buildGameInfo());
    signIn({ role: 'User' });
    renderPage('/admin/games');
    await screen.findByRole('link', { name: 'Northwind Qualifier' });
    expect(screen.queryByRole('button', { name: 'New game' })).not.toBeInTheDocument();
    expect(screen.queryByText(/^Create, prepare/)).not.toBeInTheDocument();
  });
});
