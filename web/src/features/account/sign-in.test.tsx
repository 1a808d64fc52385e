import { screen, waitFor, within } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import type { PendingSignIn } from '@vexil/contract/sign-in';
import { signInEndpoints } from '@vexil/contract/sign-in.endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildAccount, signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const uni = { id: 'uni', name: 'University', kind: 'oidc', icon: 'school' } as const;
const hub = { id: 'github', name: 'GitHub', kind: 'github', icon: 'github' } as const;
const first: PendingSignIn = {
  label: 'ada@uni.example',
  userName: 'ada',
  email: 'ada@uni.example',
  way: 'create',
  teamName: null,
};

beforeEach(() => {
  visit();
  answer(gameEndpoints.recent, []);
  answer(signInEndpoints.providers, [uni, hub]);
});
afterEach(() => {
  window.location.hash = '';
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

describe('the login page', () => {
  it('leads to a provider and says where to return', async () => {
    answer(signInEndpoints.begin, { url: '#at-the-provider' });
    const { user } = renderPage('/account/login?from=%2Fteams');
    await user.click(await screen.findByRole('button', { name: 'Sign in with University' }));
    await waitFor(() => expect(window.location.hash).toBe('#at-the-provider'));
    const [begun] = callsOf(signInEndpoints.begin);
    expect([begun?.params.provider, begun?.query.get('from')]).toEqual(['uni', '/teams']);
  });

  it('keeps the form when the provider is gone', async () => {
    refuse(signInEndpoints.begin, 'account.providerUnavailable');
    const { user } = renderPage('/account/login');
    await user.click(await screen.findByRole('button', { name: 'Sign in with GitHub' }));
    expect(await screen.findByText(/The provider does not answer/)).toBeVisible();
    expect(screen.getByLabelText('Password')).toBeVisible();
  });

  it('has the form alone where there are no providers, or none are known', async () => {
    refuse(signInEndpoints.providers, 'request.failed');
    renderPage('/account/login');
    expect(await screen.findByLabelText('Password')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Sign in with/ })).not.toBeInTheDocument();
  });

  it.each([
    ['account.signInExpired', /took too long/],
    ['account.signInNotAllowed', /did not list you/],
    ['account.loginBanned', /This account is banned/],
    ['<b>anything</b>', /The sign-in by the provider failed/],
  ])('says what went wrong: %s', async (problem, text) => {
    renderPage(`/account/login?problem=${encodeURIComponent(problem)}`);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('asks for the second factor at once after a provider', async () => {
    answer(accountEndpoints.loginFactor, undefined);
    const { user, router } = renderPage('/account/login?step=factor&from=%2Fabout');
    await user.type(await screen.findByLabelText('Code'), '123456');
    answer(accountEndpoints.profile, buildAccount());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(callsOf(accountEndpoints.loginFactor)).toHaveLength(1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
  });
});

describe('a first sign-in', () => {
  const open = (pending: PendingSignIn | null) => {
    answer(signInEndpoints.link, { link: null, pending });
    return renderPage('/account/first?provider=uni&from=%2F');
  };

  it('proposes a name that may be changed', async () => {
    answer(signInEndpoints.enter, { isSignedIn: true });
    const { user } = open(first);
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect(name).toHaveValue('ada');
    await user.type(name, ' L');
    answer(accountEndpoints.profile, buildAccount());
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(callsOf(signInEndpoints.enter)).toHaveLength(1));
    expect(callsOf(signInEndpoints.enter)[0]?.body).toMatchObject({ userName: 'ada L', withTeam: false });
  });

  it('keeps the name that is taken, and asks for an address and the team where it needs them', async () => {
    refuse(signInEndpoints.enter, 'account.userNameTaken');
    const { user } = open({ ...first, email: null, teamName: 'Babbage' });
    await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'a@b.example');
    await user.click(screen.getByRole('checkbox', { name: 'Also create the team Babbage from CTFtime' }));
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid());
    expect(callsOf(signInEndpoints.enter)[0]?.body).toMatchObject({ email: 'a@b.example', withTeam: false });
  });

  it('asks for the password of the account that has the address, then for its code', async () => {
    refuse(signInEndpoints.enter, 'account.factorRequired');
    const { user } = open({ ...first, way: 'password' });
    await user.type(await screen.findByLabelText('Password'), 'Secret1');
    await user.click(screen.getByRole('button', { name: 'Link and sign in' }));
    await user.type(await screen.findByLabelText('Code'), '123456');
    refuse(signInEndpoints.enter, 'account.factorWrong');
    await user.click(screen.getByRole('button', { name: 'Link and sign in' }));
    await waitFor(() => expect(screen.getByLabelText('Code')).toBeInvalid());
    expect(callsOf(signInEndpoints.enter).at(-1)?.body).toMatchObject({ password: 'Secret1', code: '123456' });
  });

  it('links by a passkey of the account, too', async () => {
    vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
    const bytes = (text: string) => new TextEncoder().encode(text).buffer;
    const response = { clientDataJSON: bytes('c'), authenticatorData: bytes('a'), signature: bytes('s') };
    const credential = {
      id: 'AQID',
      rawId: bytes('r'),
      type: 'public-key',
      response,
      getClientExtensionResults: () => ({}),
    };
    const get = vi.fn().mockResolvedValue(credential);
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
    answer(accountEndpoints.challengePasskey, { challenge: 'AAAA', rpId: 'localhost', passkeys: [] });
    refuse(signInEndpoints.enter, 'account.passkeyInvalid');
    const { user, router } = open({ ...first, way: 'password' });
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText(/This passkey was not accepted/)).toBeVisible();
    answer(signInEndpoints.enter, { isSignedIn: true });
    answer(accountEndpoints.profile, buildAccount());
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/account/first'));
    const passkey = { id: 'AQID', response: { clientDataJSON: 'Yw', authenticatorData: 'YQ', signature: 'cw' } };
    expect(callsOf(signInEndpoints.enter).at(-1)?.body).toEqual({ passkey });
  });

  it('says why there is none', async () => {
    const { unmount } = open(null);
    expect(await screen.findByText(/has expired/)).toBeVisible();
    unmount();
    const taken = open({ ...first, way: 'taken' });
    expect(await screen.findByText(/link it with University in your profile/)).toBeVisible();
    taken.unmount();
    open({ ...first, way: 'closed' });
    expect(await screen.findByText(/may not make new accounts/)).toBeVisible();
  });

  it('says that the account waits', async () => {
    answer(signInEndpoints.enter, { isSignedIn: false });
    const { user } = open(first);
    await user.click(await screen.findByRole('button', { name: 'Create account' }));
    expect(await screen.findByRole('status')).toHaveTextContent('ada');
  });
});

describe('the ways to sign in', () => {
  it('are linked and removed in the profile', async () => {
    signIn();
    answer(signInEndpoints.providers, [uni]);
    answer(signInEndpoints.link, { link: null, pending: null });
    answer(signInEndpoints.begin, { url: '#link' });
    const { user } = renderPage('/account/profile?problem=account.linkTaken');
    expect(await screen.findByText(/is linked already/)).toBeVisible();
    answer(signInEndpoints.link, {
      link: { label: 'ada@uni.example', createdAt: 1_750_000_000_000, lastUsedAt: null },
      pending: null,
    });
    await user.click(await screen.findByRole('button', { name: 'Link with University' }));
    await waitFor(() => expect(window.location.hash).toBe('#link'));
    expect(callsOf(signInEndpoints.begin)[0]?.query.get('link')).toBe('true');
  });

  it('say that the last one stays', async () => {
    signIn();
    answer(signInEndpoints.providers, [uni]);
    answer(signInEndpoints.link, {
      link: { label: 'ada@uni.example', createdAt: 1_750_000_000_000, lastUsedAt: null },
      pending: null,
    });
    refuse(signInEndpoints.unlink, 'account.lastWayIn');
    const { user } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'Remove the link with University' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await within(dialog).findByText(/last way to sign in/)).toBeVisible();
  });
});
