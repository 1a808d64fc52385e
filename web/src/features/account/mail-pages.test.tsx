import { screen, waitFor } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, disconnect, refuse } from '../../testing/api';
import { buildAccount, signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';
import { addressIn } from './mail-link';

const token = 'QWFBKz0vYg==';
const query = new URLSearchParams({ token, email: btoa('mira@example.org') });
const link = { token, email: btoa('mira@example.org') };

beforeEach(() => {
  visit();
  answer(gameEndpoints.recent, []);
});

describe('the page of the link to a new account', () => {
  it('confirms by itself, once, in any letter case, and signs in', async () => {
    answer(accountEndpoints.verify, () => {
      answer(accountEndpoints.profile, buildAccount());
      return undefined;
    });
    renderPage(`/account/Verify?${query}`);
    expect(await screen.findByRole('heading', { name: 'Address confirmed' })).toBeVisible();
    expect(screen.getByText('mira@example.org is confirmed, and you are signed in as mira.')).toBeVisible();
    expect(callsOf(accountEndpoints.verify).map(({ body }) => body)).toEqual([link]);
  });

  it('takes a plus that came unescaped', async () => {
    refuse(accountEndpoints.verify, 'account.verifyLinkInvalid');
    renderPage(`/account/verify?token=${token}&email=${link.email}`);
    expect(await screen.findByRole('heading', { name: 'This link did not work' })).toBeVisible();
    expect(callsOf(accountEndpoints.verify)[0]?.body).toEqual({ ...link, token: token.replace('+', ' ') });
  });

  it('says why a link is refused and leads to a new one, without ending another session', async () => {
    signIn();
    refuse(accountEndpoints.verify, 'account.verifyLinkInvalid');
    renderPage(`/account/verify?${query}`);
    expect(await screen.findByRole('link', { name: 'Register again' })).toBeVisible();
    expect(screen.getByText(/This link is wrong, was used, or is too old/)).toBeVisible();
    expect(screen.queryByText(/session/i)).not.toBeInTheDocument();
    expect(callsOf(accountEndpoints.verify)).toHaveLength(1);
  });

  it('takes an address that was confirmed before for good news', async () => {
    refuse(accountEndpoints.verify, 'account.alreadyConfirmed');
    renderPage(`/account/verify?${query}`);
    expect(await screen.findByRole('heading', { name: 'Confirmed already' })).toBeVisible();
    expect(screen.getByRole('main')).toContainElement(screen.getByRole('heading', { name: 'Confirmed already' }));
  });

  it('tries again when the server could not be reached', async () => {
    disconnect(accountEndpoints.verify);
    const { user } = renderPage(`/account/verify?${query}`);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    refuse(accountEndpoints.verify, 'account.alreadyConfirmed');
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: 'Confirmed already' })).toBeVisible();
  });

  it.each(['', '?token=x', '?email=%FF', `?token=x&email=`])('says that a link is incomplete: %s', async (search) => {
    renderPage(`/account/verify${search}`);
    expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
    expect(callsOf(accountEndpoints.verify)).toHaveLength(0);
  });

  it('shows no address where the link names none', () => {
    expect(addressIn({ token, email: '%%%' })).toBeNull();
    expect(addressIn({ token, email: btoa('\xff\xfe') })).toBeNull();
    expect(addressIn({ token, email: 'bcO8QGV4YW1wbGUub3Jn' })).toBe('mü@example.org');
  });
});

describe('the page of the link to a changed address', () => {
  const move = new URLSearchParams({ token, email: btoa('mira@uni.test') });

  it('has one sign in first and comes back with the whole link', async () => {
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
    expect(await screen.findByRole('heading', { name: 'Address changed' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/account/confirm');
    expect(callsOf(accountEndpoints.confirmEmail).map(({ body }) => body)).toEqual([
      { token, email: btoa('mira@uni.test') },
    ]);
  });

  it('says whose link it is not', async () => {
    signIn();
    refuse(accountEndpoints.confirmEmail, 'account.linkInvalid');
    renderPage(`/account/confirm?${move}`);
    expect(await screen.findByText(/You are signed in as mira/)).toBeVisible();
  });

  it('takes a link that did its work before for good news', async () => {
    signIn({ email: 'mira@uni.test' });
    refuse(accountEndpoints.confirmEmail, 'account.linkInvalid');
    renderPage(`/account/confirm?${move}`);
    expect(await screen.findByRole('heading', { name: 'Address changed' })).toBeVisible();
  });

  it('leads to the login page when the session has ended meanwhile', async () => {
    signIn();
    refuse(accountEndpoints.confirmEmail, 'account.unauthenticated');
    const { router } = renderPage(`/account/confirm?${move}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/login'));
    expect(router.state.location.search).toEqual({ from: expect.stringMatching(/^\/account\/confirm\?token=/) });
  });
});

describe('a forgotten password', () => {
  it('is asked for from the login page and answered alike for everybody', async () => {
    answer(accountEndpoints.recovery, { title: '', status: 200 });
    const { user } = renderPage('/account/login');
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await user.type(await screen.findByRole('textbox', { name: 'E-mail of your account' }), 'mira@example.org');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/If there is an account of mira@example.org/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(screen.getByRole('textbox', { name: 'E-mail of your account' })).toHaveValue('mira@example.org');
  });

  it('cannot be asked for where mails are off, which is said', async () => {
    refuse(accountEndpoints.recovery, 'account.mailsOff');
    const { user } = renderPage('/account/recovery');
    await user.type(await screen.findByRole('textbox', { name: 'E-mail of your account' }), 'mira@example.org{Enter}');
    expect(await screen.findByText('This platform sends no mails for this. Ask an administrator.')).toBeVisible();
  });

  it('is replaced with the link, and the login page follows', async () => {
    answer(accountEndpoints.resetPassword, undefined);
    const { user, router } = renderPage(`/account/reset?${query}`);
    await user.type(await screen.findByLabelText('New password'), 'Better1');
    await user.type(screen.getByLabelText('New password again'), 'Better');
    await user.click(screen.getByRole('button', { name: 'Set the password' }));
    expect(screen.getByText('The two passwords differ')).toBeVisible();
    expect(callsOf(accountEndpoints.resetPassword)).toHaveLength(0);
    await user.type(screen.getByLabelText('New password again'), '1');
    await user.click(screen.getByRole('button', { name: 'Set the password' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/login'));
    expect(callsOf(accountEndpoints.resetPassword)[0]?.body).toEqual({
      rToken: token,
      email: link.email,
      password: 'Better1',
    });
  });

  it('keeps what is typed when the link is spent, and leads to a new one', async () => {
    refuse(accountEndpoints.resetPassword, 'account.linkInvalid');
    const { user } = renderPage(`/account/reset?${query}`);
    await user.type(await screen.findByLabelText('New password'), 'Better1');
    await user.type(screen.getByLabelText('New password again'), 'Better1{Enter}');
    expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('Better1');
  });
});

describe('the e-mail address in the profile', () => {
  it('waits for its link, which is said until it is the account’s own', async () => {
    signIn();
    answer(accountEndpoints.changeEmail, { title: 'Sent.', data: true, status: 200 });
    const { user, unmount } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.type(await screen.findByRole('textbox', { name: 'New e-mail' }), 'Mira@uni.test{Enter}');
    expect(await screen.findByText(/A link was sent to mira@uni.test/)).toBeVisible();
    expect(callsOf(accountEndpoints.changeEmail)[0]?.body).toEqual({ newMail: 'Mira@uni.test' });
    expect(callsOf(accountEndpoints.update)).toHaveLength(0);
    unmount();
    const again = renderPage('/account/profile');
    expect(await screen.findByText(/A link was sent to mira@uni.test/)).toBeVisible();
    again.unmount();
    signIn({ email: 'Mira@uni.test' });
    renderPage('/account/profile');
    expect(await screen.findByRole('textbox', { name: 'E-mail' })).toHaveValue('Mira@uni.test');
    expect(screen.queryByText(/A link was sent/)).not.toBeInTheDocument();
  });

  it('says where mails are off, and keeps what is typed', async () => {
    signIn();
    refuse(accountEndpoints.changeEmail, 'account.mailsOff');
    const { user } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    await user.type(await screen.findByRole('textbox', { name: 'New e-mail' }), 'mira@uni.test{Enter}');
    expect(await screen.findByText('This platform sends no mails for this. Ask an administrator.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'New e-mail' })).toHaveValue('mira@uni.test');
  });
});
