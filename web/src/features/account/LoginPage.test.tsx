import { screen, waitFor } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { ownDataEndpoints } from '@vexil/contract/own-data.endpoints';
import { playerTokenEndpoints } from '@vexil/contract/token.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, disconnect, hold, refuse } from '../../testing/api';
import { buildAccount, buildConfig, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';

beforeEach(() => {
  visit();
  answer(gameEndpoints.recent, []);
});

const fillIn = async (user: ReturnType<typeof renderPage>['user']) => {
  await user.type(await screen.findByRole('textbox', { name: 'Name or e-mail' }), 'mira');
  await user.type(screen.getByLabelText('Password'), 'Secret1');
};

describe('the login page', () => {
  it('validates missing fields before calling', async () => {
    const { user } = renderPage('/account/login');
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(screen.getAllByText('This field is required')).toHaveLength(2);
    expect(screen.getByRole('textbox', { name: 'Name or e-mail' })).toBeInvalid();
    expect(callsOf(accountEndpoints.login)).toHaveLength(0);
  });

  it('keeps the input and shows why the server refused', async () => {
    refuse(accountEndpoints.login, 'account.badCredentials');
    const { user, router } = renderPage('/account/login');
    await fillIn(user);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('The name or the password is wrong.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Name or e-mail' })).toHaveValue('mira');
    expect(screen.getByLabelText('Password')).toHaveValue('Secret1');
    expect(router.state.location.pathname).toBe('/account/login');
  });

  it('mentions the mailed link only where mails are sent', async () => {
    refuse(accountEndpoints.login, 'account.badCredentials');
    const mailing = renderPage('/account/login');
    await fillIn(mailing.user);
    await mailing.user.keyboard('{Enter}');
    expect(await screen.findByText(/Open the link in our e-mail first/)).toBeVisible();
    mailing.unmount();
    answer(configEndpoints.client, buildConfig({ sendsMail: false }));
    const { user } = renderPage('/account/login');
    await fillIn(user);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('The name or the password is wrong.')).toBeVisible();
    expect(screen.queryByText(/our e-mail/)).not.toBeInTheDocument();
  });

  it('keeps the input when the server cannot be reached', async () => {
    disconnect(accountEndpoints.login);
    const { user } = renderPage('/account/login');
    await fillIn(user);
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/cannot be reached/)).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('Secret1');
  });

  it('says that it tries again while the server is too busy, and then signs in', async () => {
    refuse(accountEndpoints.login, 'request.busy', { retryAfterSeconds: 1 });
    const { user, router } = renderPage('/account/login');
    await fillIn(user);
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/keeps trying/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    answer(accountEndpoints.login, undefined);
    answer(accountEndpoints.profile, buildAccount());
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('returns to the requested page after the server has replied', async () => {
    answer(accountEndpoints.login, undefined);
    const release = hold(accountEndpoints.login);
    const { user, router } = renderPage('/account/profile');
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/login'));
    expect(await screen.findByText(/You will be redirected afterwards/)).toBeVisible();
    await fillIn(user);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(callsOf(accountEndpoints.login)).toHaveLength(1));
    expect(router.state.location.pathname).toBe('/account/login');
    answer(accountEndpoints.profile, buildAccount());
    answer(accountEndpoints.sessions, []);
    answer(factorEndpoints.list, { factors: [], recoveryCodes: 0 });
    answer(ownDataEndpoints.export, null);
    answer(ownDataEndpoints.erasure, null);
    answer(playerTokenEndpoints.list, []);
    release();
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/profile'));
    const heading = await screen.findByRole('heading', { name: 'Profile' });
    expect(heading).toBeVisible();
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example'])('does not redirect to %s', async (from) => {
    answer(accountEndpoints.login, undefined);
    const { user, router } = renderPage(`/account/login?from=${encodeURIComponent(from)}`);
    await fillIn(user);
    answer(accountEndpoints.profile, buildAccount());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.href).toBe('/'));
  });
});
