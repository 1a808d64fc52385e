import { screen, waitFor } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildAccount, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';

beforeEach(() => {
  visit();
  answer(gameEndpoints.recent, []);
});

type User = ReturnType<typeof renderPage>['user'];

async function fillIn(user: User, given: Partial<Record<'name' | 'email' | 'password' | 'repeat', string>> = {}) {
  const password = given.password ?? 'Secret1';
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), given.name ?? 'mira');
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), given.email ?? 'mira@example.org');
  await user.type(screen.getByLabelText('Password'), password);
  await user.type(screen.getByLabelText('Confirm password'), given.repeat ?? password);
  await user.click(screen.getByRole('button', { name: 'Create account' }));
}

describe('the register page', () => {
  it('validates each field', async () => {
    const { user } = renderPage('/account/register');
    await fillIn(user, { name: 'mi', email: 'nowhere', password: 'secret', repeat: 'secrets' });
    expect(screen.getByText('At least 3 characters')).toBeVisible();
    expect(screen.getByText('Enter a valid e-mail address')).toBeVisible();
    expect(screen.getByText('The password does not meet all requirements')).toBeVisible();
    expect(screen.getByText('The passwords do not match')).toBeVisible();
    expect(callsOf(accountEndpoints.register)).toHaveLength(0);
  });

  it('shows a refusal at its field, and keeps the rest', async () => {
    refuse(accountEndpoints.register, 'account.userNameTaken');
    const { user } = renderPage('/account/register');
    await fillIn(user);
    expect(await screen.findByText('This name is taken.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid();
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('mira@example.org');
    expect(screen.getByLabelText('Confirm password')).toHaveValue('Secret1');
  });

  it('sends the password once and signs in', async () => {
    answer(accountEndpoints.register, { title: '', data: 'LoggedIn', status: 200 });
    const { user, router } = renderPage('/account/register');
    await screen.findByRole('textbox', { name: 'Name' });
    answer(accountEndpoints.profile, buildAccount());
    await fillIn(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(callsOf(accountEndpoints.register)[0]?.body).toEqual({
      userName: 'mira',
      email: 'mira@example.org',
      password: 'Secret1',
    });
  });

  it('explains that an organiser has to confirm the account', async () => {
    answer(accountEndpoints.register, { title: '', data: 'AdminConfirmationRequired', status: 200 });
    const { user } = renderPage('/account/register');
    await fillIn(user);
    expect(await screen.findByText('Your account is waiting for approval')).toBeVisible();
  });
});
