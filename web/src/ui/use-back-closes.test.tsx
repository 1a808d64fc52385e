import { createBrowserHistory } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../testing/api';
import { buildAccount, signIn } from '../testing/builders';
import { renderPage } from '../testing/render';

const me = buildAccount();
const foxes = {
  id: 3,
  name: 'Foxes',
  bio: null,
  avatar: null,
  locked: false,
  held: null,
  members: [{ id: me.userId ?? '', userName: 'mira', bio: null, avatar: null, captain: true }],
};

// A history in memory goes back without asking blockers.
let history: ReturnType<typeof createBrowserHistory>;
beforeEach(() => {
  window.history.replaceState(null, '', '/about');
  history = createBrowserHistory();
});
afterEach(() => history.destroy());

/** The page of teams with `/about` before it in the history. */
async function openTeams() {
  signIn();
  answer(gameEndpoints.recent, []);
  answer(teamEndpoints.list, [foxes]);
  answer(teamEndpoints.invite, 'Foxes:3:0123456789abcdef0123456789abcdef');
  const page = renderPage('/about', undefined, history);
  await screen.findByRole('heading', { level: 1 });
  await page.router.navigate({ to: '/teams' });
  await screen.findByRole('button', { name: /^Foxes/ });
  return { ...page, back: () => history.back(), path: () => page.router.state.location.pathname };
}

const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });

describe('the Back button over a dialog', () => {
  it('asks as Escape does, and never leaves the page', async () => {
    const { user, back, path } = await openTeams();
    await user.click(screen.getAllByRole('button', { name: 'Create team' })[0] as HTMLElement);
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, 'Hermits');
    back();
    await question();
    back();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    expect(name).toHaveValue('Hermits');
    back();
    await user.click(within(await question()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(path()).toBe('/teams');
  });

  it('closes it where nothing was typed, and leaves the page afterwards', async () => {
    const { user, back, path } = await openTeams();
    await user.click(screen.getAllByRole('button', { name: 'Create team' })[0] as HTMLElement);
    await screen.findByRole('textbox', { name: 'Name' });
    back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(path()).toBe('/teams');
    back();
    await waitFor(() => expect(path()).toBe('/about'));
  });

  it('is itself the way out of a panel that stands in the address', async () => {
    const { user, router, back, path } = await openTeams();
    await user.click(screen.getByRole('button', { name: /^Foxes/ }));
    await screen.findByRole('dialog', { name: 'Foxes' });
    back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([path(), router.state.location.search]).toEqual(['/teams', {}]);
  });

  it('asks once about what a panel in the address holds', async () => {
    const { user, back, path } = await openTeams();
    await user.click(screen.getByRole('button', { name: /^Foxes/ }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' und Co');
    back();
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Foxes und Co');
    expect(path()).toBe('/teams');
  });
});
