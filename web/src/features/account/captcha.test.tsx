import { focusManager, onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { captchaEndpoints } from '@vexil/contract/captcha.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildAccount, visit } from '../../testing/builders';
import { askHashPow } from '../../testing/captcha';
import { renderPage } from '../../testing/render';

beforeEach(() => {
  visit();
  answer(gameEndpoints.recent, []);
});

type User = ReturnType<typeof renderPage>['user'];

const signIn = async (user: User) => {
  await user.type(await screen.findByRole('textbox', { name: 'Name or e-mail' }), 'mira');
  await user.type(screen.getByLabelText('Password'), 'Secret1');
  await user.keyboard('{Enter}');
};
const sent = () => callsOf(accountEndpoints.login).map(({ body }) => (body as { challenge?: string }).challenge);

describe('what the captcha is', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is asked once, also when the window is opened again or the network is back an hour later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    askHashPow();
    renderPage('/account/login');
    await screen.findByText(/is solving a small puzzle/);
    vi.setSystemTime(Date.now() + 3_600_000);
    await act(async () => {
      focusManager.setFocused(false);
      onlineManager.setOnline(false);
      focusManager.setFocused(true);
      onlineManager.setOnline(true);
    });
    expect(callsOf(captchaEndpoints.info)).toHaveLength(1);
  });
});

describe('HashPow', () => {
  it('is solved while the user types, and sent with the form', async () => {
    const { asked, solve } = askHashPow();
    answer(accountEndpoints.login, undefined);
    const { user, router } = renderPage('/account/login');
    expect(await screen.findByText(/is solving a small puzzle/)).toBeVisible();
    await waitFor(() => expect(asked).toHaveLength(1));
    act(solve);
    expect(await screen.findByText('Puzzle solved')).toBeVisible();
    answer(accountEndpoints.profile, buildAccount());
    await signIn(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent()).toEqual(['challenge1:solved']);
  });

  it('delays an early form until it is solved', async () => {
    const { asked, solve } = askHashPow();
    refuse(accountEndpoints.login, 'account.badCredentials');
    const { user } = renderPage('/account/login');
    await signIn(user);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(callsOf(accountEndpoints.login)).toHaveLength(0);
    act(solve);
    await waitFor(() => expect(sent()).toEqual(['challenge1:solved']));
  });

  it('is solved only after too many failed sign-ins', async () => {
    const { asked, solve } = askHashPow({ onDemand: true });
    refuse(accountEndpoints.login, 'captcha.needed');
    const { user, router } = renderPage('/account/login');
    await signIn(user);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.getByLabelText('Password')).toHaveValue('Secret1');
    act(solve);
    expect(await screen.findByText('Puzzle solved')).toBeVisible();
    answer(accountEndpoints.login, undefined);
    answer(accountEndpoints.profile, buildAccount());
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent()).toEqual([undefined, 'challenge1:solved']);
  });

  it('is solved for a refusal that brings work, shown meanwhile, and sent by itself', async () => {
    const { asked, solve } = askHashPow({ onDemand: true });
    const proofOfWork = { id: 'brought', challenge: '0011223344556677', difficulty: 8 };
    refuse(accountEndpoints.login, 'captcha.needed', { proofOfWork });
    const { user, router } = renderPage('/account/login');
    await signIn(user);
    await waitFor(() => expect(asked).toMatchObject([{ id: 'brought' }]));
    expect(screen.getByText(/is solving a small puzzle/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    answer(accountEndpoints.login, undefined);
    answer(accountEndpoints.profile, buildAccount());
    act(solve);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent()).toEqual([undefined, 'brought:solved']);
    expect(callsOf(captchaEndpoints.powChallenge)).toHaveLength(0);
  });

  it('is solved again after a refusal, since each response is valid once', async () => {
    const { asked, solve } = askHashPow();
    refuse(accountEndpoints.login, 'account.badCredentials');
    const { user } = renderPage('/account/login');
    await waitFor(() => expect(asked).toHaveLength(1));
    act(solve);
    await signIn(user);
    expect(await screen.findByText('The name or the password is wrong.')).toBeVisible();
    await waitFor(() => expect(asked).toHaveLength(2));
    act(solve);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(sent()).toEqual(['challenge1:solved', 'challenge2:solved']));
  });

  it('shows why it failed, keeps the input, and retries', async () => {
    const { asked } = askHashPow();
    refuse(captchaEndpoints.powChallenge, 'request.tooMany', { retryAfterSeconds: 9 });
    const { user } = renderPage('/account/login');
    await user.type(await screen.findByRole('textbox', { name: 'Name or e-mail' }), 'mira');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    answer(captchaEndpoints.powChallenge, { id: 'later', challenge: '0011223344556677', difficulty: 8 });
    await user.click(retry);
    await waitFor(() => expect(asked).toMatchObject([{ id: 'later' }]));
    expect(screen.getByRole('textbox', { name: 'Name or e-mail' })).toHaveValue('mira');
  });

  it('stops working when its page is left', async () => {
    const { asked } = askHashPow();
    const { router } = renderPage('/account/login');
    await waitFor(() => expect(asked).toHaveLength(1));
    await act(() => router.navigate({ to: '/about' }));
    await waitFor(() => expect(asked[0]?.isEnded).toBe(true));
  });

  it('appears when the settings change after the page was opened', async () => {
    refuse(accountEndpoints.login, 'captcha.failed');
    const { user } = renderPage('/account/login');
    await screen.findByRole('textbox', { name: 'Name or e-mail' });
    const { asked } = askHashPow();
    await signIn(user);
    expect(await screen.findByText('The captcha was not solved. Try again.')).toBeVisible();
    await waitFor(() => expect(asked).toHaveLength(1));
  });
});

describe('CloudflareTurnstile', () => {
  const render = vi.fn((_element: HTMLElement, _options: { callback: (response: string) => void }) => 'widget');
  const reset = vi.fn();
  const remove = vi.fn();
  beforeEach(() => {
    answer(captchaEndpoints.info, {
      type: 'CloudflareTurnstile',
      siteKey: 'site',
      onDemandType: 'CloudflareTurnstile',
      onDemandSiteKey: 'site',
    });
    vi.stubGlobal('turnstile', { render, reset, remove });
    for (const spy of [render, reset, remove]) spy.mockClear();
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('shows the widget in the chosen colours, sends its response, and resets it after a refusal', async () => {
    refuse(accountEndpoints.login, 'captcha.failed');
    const { user, router } = renderPage('/account/login');
    await waitFor(() => expect(render).toHaveBeenCalledTimes(1));
    const [element, options] = render.mock.calls[0] ?? [];
    expect(element).toBeInTheDocument();
    expect(options).toMatchObject({ sitekey: 'site', theme: 'dark', language: 'en-us' });
    act(() => options?.callback('response'));
    await signIn(user);
    expect(await screen.findByText('The captcha was not solved. Try again.')).toBeVisible();
    expect(sent()).toEqual(['response']);
    await waitFor(() => expect(reset).toHaveBeenCalledWith('widget'));
    await act(() => router.navigate({ to: '/about' }));
    await waitFor(() => expect(remove).toHaveBeenCalledWith('widget'));
  });
});
