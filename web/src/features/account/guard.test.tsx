import { createMemoryHistory } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import type { Role } from '@vexil/db/enums/account';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../router';
import { answer } from '../../testing/api';
import { signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';
import { ForbiddenError, requireRole, returnPath } from './guard';

const guarded = () => {
  const { queryClient } = createApp(createMemoryHistory({ initialEntries: ['/'] }));
  return { context: { queryClient }, location: { href: '/admin/games' } };
};

describe('requireRole', () => {
  it.each<[Role, Role]>([
    ['Admin', 'Admin'],
    ['Admin', 'Monitor'],
    ['Monitor', 'User'],
  ])('admits %s where %s is required', async (role, needed) => {
    signIn({ role });
    await expect(requireRole(needed, guarded())).resolves.toMatchObject({ account: { role } });
  });

  it('refuses lower roles', async () => {
    signIn({ role: 'User' });
    await expect(requireRole('Admin', guarded())).rejects.toBeInstanceOf(ForbiddenError);
  });

  it('redirects visitors to the login page, with the return path', async () => {
    visit();
    await expect(requireRole('Admin', guarded())).rejects.toMatchObject({
      options: { to: '/account/login', search: { from: '/admin/games' } },
    });
  });
});

describe('a URL', () => {
  // Each test also expects that nothing is written to the console as an error.
  it('that the account may not see says so', async () => {
    signIn({ role: 'User' });
    renderPage('/admin/users');
    expect(await screen.findByText('403')).toBeVisible();
  });

  it('that does not exist is kept', async () => {
    visit();
    const { router } = renderPage('/nowhere/at-all?x=1');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByText('/nowhere/at-all?x=1')).toBeVisible();
    expect(router.state.location.href).toBe('/nowhere/at-all?x=1');
  });

  it('is matched without regard to case', async () => {
    signIn();
    const { router } = renderPage('/Account/PROFILE');
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible();
    await waitFor(() => expect(router.state.status).toBe('idle'));
  });
});

describe('the pages that sign in', () => {
  it.each([
    ['/account/login', '/'],
    ['/account/login?from=/account/profile', '/account/profile'],
    ['/account/register', '/'],
    ['/account/register?from=//evil.example', '/'],
  ])('send the signed in from %s to %s', async (address, expected) => {
    signIn();
    answer(gameEndpoints.recent, []);
    answer(postEndpoints.latest, []);
    answer(accountEndpoints.sessions, []);
    answer(factorEndpoints.list, { factors: [], recoveryCodes: 0 });
    const { router } = renderPage(address);
    await waitFor(() => expect(router.state.status).toBe('idle'));
    expect(router.state.location.href).toBe(expected);
  });
});

describe('returnPath', () => {
  it.each([
    ['/games/7?tab=x', '/games/7?tab=x'],
    [undefined, '/'],
    ['//evil.example', '/'],
    ['/account/login?from=/x', '/'],
  ])('takes %s for %s', (from, expected) => {
    expect(returnPath(from)).toBe(expected);
  });
});
