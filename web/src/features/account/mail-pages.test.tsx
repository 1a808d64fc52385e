import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, disconnect, refuse } from '../../testing/api';
import { buildAccount, buildConfig, signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';
import { addressIn } from './mail-link';

const ask = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const token = 'QWFBKz0vYg==';
const query = new URLSearchParams({ token, email: btoa('mira@example.org') });
const link = { token, email: btoa('mira@example.org') };

beforeEach(() => {
  visit();
  answer(gameEndpoints.recent, []);
});

describe('the page of a verification link', () => {
  it('does nothing when it is opened, and confirms once with a click, in any letter case', async () => {
    answer(accountEndpoints.verify, () => {
      answer(accountEndpoints.profile, buildAccount());
      return undefined;
    });
    renderPage(`/account/Verify?${query}`);
    expect(await screen.findByRole('heading', { name: 'Confirm your address' })).toBeVisible();
    expect(callsOf(accountEndpoints.verify)).toHaveLength(0);
    await ask('Confirm address');
    expect(await screen.findByRole('heading', { name: 'Address confirmed' })).toBeVisible();
    expect(screen.getByText('mira@example.org is confirmed, and you are signed in as mira.')).toBeVisible();
    expect(callsOf(accountEndpoints.verify).map(({ body }) => body)).toEqual([link]);
  });

  it('accepts an unescaped plus', async () => {
    refuse(accountEndpoints.verify, 'account.verifyLinkInvalid');
    renderPage(`/account/verify?token=${token}&email=${link.email}`);
    await ask('Confirm address');
    expect(await screen.findByRole('heading', { name: 'This link did not work' })).toBeVisible();
    expect(callsOf(accountEndpoints.verify)[0]?.body).toEqual({ ...link, token: token.replace('+', ' ') });
  });

  it('shows why a link was refused and offers a new one, without ending another session', async () => {
    signIn();
    refuse(accountEndpoints.verify, 'account.verifyLinkInvalid');
    renderPage(`/account/verify?${query}`);
    await ask('Confirm address');
    expect(await screen.findByRole('link', { name: 'Register again' })).toBeVisible();
    expect(screen.getByText(/This link is wrong, was used, or is too old/)).toBeVisible();
    expect(screen.queryByText(/session/i)).not.toBeInTheDocument();
    expect(callsOf(accountEndpoints.verify)).toHaveLength(1);
  });

  it('reports an already confirmed address as a success', async () => {
    refuse(accountEndpoints.verify, 'account.alreadyConfirmed');
    renderPage(`/account/verify?${query}`);
    await ask('Confirm address');
    expect(await screen.findByRole('heading', { name: 'Already confirmed' })).toBeVisible();
    expect(screen.getByRole('main')).toContainElement(screen.getByRole('heading', { name: 'Already confirmed' }));
  });

  it('retries when the server could not be reached', async () => {
    disconnect(accountEndpoints.verify);
    const { user } = renderPage(`/account/verify?${query}`);
    await ask('Confirm address');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    refuse(accountEndpoints.verify, 'account.alreadyConfirmed');
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: 'Already confirmed' })).toBeVisible();
  });

  it.each(['', '?token=x', '?email=%FF', `?token=x&email=`])('reports an incomplete link: %s', async (search) => {
    renderPage(`/account/verify${search}`);
    expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
    expect(callsOf(accountEndpoints.verify)).toHaveLength(0);
  });

  it('shows no address if the link contains none', () => {
    expect(addressIn({ token, email: '%%%' })).toBeNull();
    expect(addressIn({ token, email: btoa('\xff\xfe') })).toBeNull();
    expect(addressIn({ token, email: 'bcO8QGV4YW1wbGUub3Jn' })).toBe('mü@example.org');
  });
});

describe('the page of a link to change the address', () => {
  const move = new URLSearchParams({ token, email: btoa('mira@uni.test') });

  it('requires signing in first and returns with the whole link', async () => {
    answer(accountEndpoints.login, undefined);
    answer(accountEndpoints.confirmEmail, () => {
      answer(accountEndpoints.profile, buildAccount({ email: 'mira@uni.test' }));
      return undefined;
    });
    const { user, router } = renderPage(`/account/confirm?${move}`);
    await user.type(await screen.findByRole('textbox', { name: 'Name or e-mail' }), 'mira');
    await user.type(screen.getByLabelText('Password'), 'Secret1');
    answer(accountEndpoints.profile, buildAccount());
    await user.keyboard('{Enter}');
    expect(callsOf(accountEndpoints.confirmEmail)).toHaveLength(0);
    await ask('Change address');
    expect(await screen.findByRole('heading', { name: 'Address changed' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/account/confirm');
    expect(callsOf(accountEndpoints.confirmEmail).map(({ body }) => body)).toEqual([
      { token, email: btoa('mira@uni.test') },
    ]);
  });

  it('shows for which account the link does not work', async () => {
    signIn();
    refuse(accountEndpoints.confirmEmail, 'account.linkInvalid');
    renderPage(`/account/confirm?${move}`);
    await ask('Change address');
    expect(await screen.findByText(/You are signed in as mira/)).toBeVisible();
  });

  it('reports a link used before as a success', async () => {
    signIn({ email: 'mira@uni.test' });
    refuse(accountEndpoints.confirmEmail, 'account.linkInvalid');
    renderPage(`/account/confirm?${move}`);
    await ask('Change address');
    expect(await screen.findByRole('heading', { name: 'Address changed' })).toBeVisible();
  });

  it('redirects to the login page when the session has ended', async () => {
    signIn();
    refuse(accountEndpoints.confirmEmail, 'account.unauthenticated');
    const { router } = renderPage(`/account/confirm?${move}`);
    await ask('Change address');
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/login'));
    expect(router.state.location.search).toEqual({ from: expect.stringMatching(/^\/account\/confirm\?token=/) });
  });
});

describe('a forgotten password', () => {
  it('is reset from the login page, with the same reply for every address', async () => {
    answer(accountEndpoints.recovery, { title: '', status: 200 });
    const { user } = renderPage('/account/login');
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await user.type(await screen.findByRole('textbox', { name: 'E-mail of your account' }), 'mira@example.org');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(/If there is an account for mira@example.org/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(screen.getByRole('textbox', { name: 'E-mail of your account' })).toHaveValue('mira@example.org');
  });

  it('is for the organisers to replace where no mails are sent', async () => {
    answer(configEndpoints.client, buildConfig({ sendsMail: false }));
    renderPage('/account/recovery');
    expect(await screen.findByText(/Ask the organisers for a new password/)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('cannot be reset where mail was turned off meanwhile, which is shown', async () => {
    refuse(accountEndpoints.recovery, 'account.mailsOff');
    const { user } = renderPage('/account/recovery');
    await user.type(await screen.findByRole('textbox', { name: 'E-mail of your account' }), 'mira@example.org{Enter}');
    expect(await screen.findByText('This platform sends no e-mails for this. Ask an administrator.')).toBeVisible();
  });

  it('is replaced by the link, followed by the login page', async () => {
    answer(accountEndpoints.resetPassword, undefined);
    const { user, router } = renderPage(`/account/reset?${query}`);
    await user.type(await screen.findByLabelText('New password'), 'Better1');
    await user.type(screen.getByLabelText('Confirm new password'), 'Better');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(screen.getByText('The passwords do not match')).toBeVisible();
    expect(callsOf(accountEndpoints.resetPassword)).toHaveLength(0);
    await user.type(screen.getByLabelText('Confirm new password'), '1');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/login'));
    expect(callsOf(accountEndpoints.resetPassword)[0]?.body).toEqual({
      rToken: token,
      email: link.email,
      password: 'Better1',
    });
  });

  it('keeps the input when the link is used up, and offers a new one', async () => {
    refuse(accountEndpoints.resetPassword, 'account.linkInvalid');
    const { user } = renderPage(`/account/reset?${query}`);
    await user.type(await screen.findByLabelText('New password'), 'Better1');
    await user.type(screen.getByLabelText('Confirm new password'), 'Better1{Enter}');
    expect(await screen.findByRole('link', { name: 'Request a new link' })).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('Better1');
  });
});

describe('the e-mail address in the profile', () => {
  it('waits for its link, and is shown as pending until confirmed', async () => {
    signIn();
    answer(accountEndpoints.changeEmail, { title: 'Sent.', data: true, status: 200 });
    const { user, unmount } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.type(await screen.findByRole('textbox', { name: 'New e-mail' }), 'Mira@uni.test{Enter}');
    expect(await screen.findByText(/We sent a link to mira@uni.test/)).toBeVisible();
    expect(callsOf(accountEndpoints.changeEmail)[0]?.body).toEqual({ newMail: 'Mira@uni.test' });
    expect(callsOf(accountEndpoints.update)).toHaveLength(0);
    unmount();
    const again = renderPage('/account/profile');
    expect(await screen.findByText(/We sent a link to mira@uni.test/)).toBeVisible();
    again.unmount();
    signIn({ email: 'Mira@uni.test' });
    renderPage('/account/profile');
    expect(await screen.findByRole('textbox', { name: 'E-mail' })).toHaveValue('Mira@uni.test');
    expect(screen.queryByText(/A link was sent/)).not.toBeInTheDocument();
  });

  it('reports that mail is off, and keeps the input', async () => {
    signIn();
    refuse(accountEndpoints.changeEmail, 'account.mailsOff');
    const { user } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.type(await screen.findByRole('textbox', { name: 'New e-mail' }), 'mira@uni.test{Enter}');
    expect(await screen.findByText('This platform sends no e-mails for this. Ask an administrator.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'New e-mail' })).toHaveValue('mira@uni.test');
  });
});
