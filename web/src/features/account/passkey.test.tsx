import { screen, waitFor, within } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildAccount, signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const laptop = {
  ...{ id: '01890a5d-ac96-774b-bcce-b302099a8057', kind: 'passkey' as const },
  ...{ name: 'Laptop', createdAt: Date.now(), lastUsedAt: null },
};
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
const asked = { challenge: 'AAAA', rpId: 'localhost', passkeys: [] };
const credentials = { create: vi.fn(), get: vi.fn() };
const proof = { id: 'AQID', response: { clientDataJSON: 'Yw', authenticatorData: 'YQ', signature: 'cw' } };

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  const common = {
    id: 'AQID',
    rawId: bytes('\u0001\u0002\u0003'),
    type: 'public-key',
    getClientExtensionResults: () => ({}),
  };
  credentials.create.mockReset().mockResolvedValue({
    ...common,
    response: { clientDataJSON: bytes('c'), attestationObject: bytes('o'), getTransports: () => ['internal'] },
  });
  credentials.get.mockReset().mockResolvedValue({
    ...common,
    response: { clientDataJSON: bytes('c'), authenticatorData: bytes('a'), signature: bytes('s') },
  });
});

// Pages of other tests offer passkeys where the browser has them.
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

const refusal = (name: string) => Object.assign(new Error('Not for readers'), { name });

describe('a passkey in the profile', () => {
  beforeEach(() => {
    signIn();
    answer(factorEndpoints.beginPasskey, { ...asked, rpName: 'GZ', userId: 'AAAA', userName: 'mira' });
    answer(factorEndpoints.confirmPasskey, { recoveryCodes: ['abcd-efgh-jkmn-0001'] });
  });

  it('is added under a name, after what the browser refuses was said in words', async () => {
    credentials.create.mockRejectedValueOnce(refusal('NotAllowedError'));
    const { user } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'Add passkey' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add passkey' }));
    const go = dialog.getByRole('button', { name: 'Add passkey' });
    await user.click(go);
    expect(await dialog.findByText(/No passkey was used/)).toBeVisible();
    credentials.create.mockRejectedValueOnce(refusal('InvalidStateError'));
    await user.click(go);
    expect(await dialog.findByText(/has a passkey of your account already/)).toBeVisible();
    answer(factorEndpoints.list, { factors: [laptop], recoveryCodes: 1 });
    await user.click(go);
    expect(await screen.findByText('abcd-efgh-jkmn-0001')).toBeVisible();
    expect(callsOf(factorEndpoints.confirmPasskey)[0]?.body).toEqual({
      name: 'Passkey',
      credential: {
        id: 'AQID',
        response: { clientDataJSON: 'Yw', attestationObject: 'bw', transports: ['internal'] },
      },
    });
    expect(credentials.create.mock.calls.at(-1)?.[0].publicKey).toMatchObject({
      rp: { id: 'localhost', name: 'GZ' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it('says what its removal leaves on the device', async () => {
    answer(factorEndpoints.list, { factors: [laptop, { ...laptop, id: crypto.randomUUID() }], recoveryCodes: 1 });
    const { user } = renderPage('/account/profile');
    const [first] = await screen.findAllByRole('button', { name: 'Remove Laptop' });
    if (first) await user.click(first);
    expect(await screen.findByText(/Delete it on its device, too/)).toBeVisible();
  });

  it('is not offered by a browser that knows none, which is said', async () => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    renderPage('/account/profile');
    expect(await screen.findByText('This browser cannot use passkeys.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add passkey' })).not.toBeInTheDocument();
  });

  it('proves a session again', async () => {
    answer(factorEndpoints.list, { factors: [laptop], recoveryCodes: 1 });
    refuse(factorEndpoints.renewCodes, 'account.stepUpRequired');
    answer(factorEndpoints.challengePasskey, asked);
    answer(factorEndpoints.stepUp, undefined);
    const { user } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    answer(factorEndpoints.renewCodes, { recoveryCodes: ['abcd-efgh-jkmn-0002'] });
    await user.click(await dialog.findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('abcd-efgh-jkmn-0002')).toBeVisible();
    expect(callsOf(factorEndpoints.stepUp)[0]?.body).toEqual({ passkey: proof });
  });
});

describe('a passkey at the sign-in', () => {
  beforeEach(() => {
    visit();
    answer(accountEndpoints.challengePasskey, asked);
  });

  it('signs in alone, and says why it does not', async () => {
    refuse(accountEndpoints.loginPasskey, 'account.passkeyInvalid');
    const { user, router } = renderPage('/account/login?from=/about');
    const go = await screen.findByRole('button', { name: 'Sign in with a passkey' });
    await user.click(go);
    expect(await screen.findByText(/This passkey was not accepted/)).toBeVisible();
    answer(accountEndpoints.loginPasskey, undefined);
    answer(accountEndpoints.profile, buildAccount());
    await user.click(go);
    await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
    expect(callsOf(accountEndpoints.loginPasskey)[0]?.body).toEqual(proof);
  });

  const offerInList = () => Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => true });

  it('is offered beside the names that the browser knows, and signs in when it is chosen there', async () => {
    offerInList();
    answer(accountEndpoints.loginPasskey, undefined);
    let choose: (credential: unknown) => void = () => {};
    const chosen = await credentials.get.getMockImplementation()?.();
    credentials.get.mockReset().mockImplementation(() => new Promise((resolve) => (choose = resolve)));
    const { router } = renderPage('/account/login?from=/about');
    expect(await screen.findByRole('textbox', { name: 'Name or e-mail' })).toHaveAttribute(
      'autocomplete',
      'username webauthn',
    );
    await waitFor(() => expect(credentials.get).toHaveBeenCalled());
    expect(credentials.get.mock.calls.at(-1)?.[0]).toMatchObject({ mediation: 'conditional' });
    expect(callsOf(accountEndpoints.loginPasskey)).toEqual([]);
    answer(accountEndpoints.profile, buildAccount());
    choose(chosen);
    await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
    expect(callsOf(accountEndpoints.loginPasskey)[0]?.body).toEqual(proof);
  });

  it('is refused in words where it was chosen in the list, and silent where nothing was', async () => {
    offerInList();
    refuse(accountEndpoints.loginPasskey, 'account.passkeyInvalid');
    const { unmount } = renderPage('/account/login');
    expect(await screen.findByText(/This passkey was not accepted/)).toBeVisible();
    unmount();
    credentials.get.mockReset().mockRejectedValue(refusal('NotAllowedError'));
    renderPage('/account/login');
    await waitFor(() => expect(credentials.get).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  const second = async (user: ReturnType<typeof renderPage>['user']) => {
    refuse(accountEndpoints.login, 'account.factorRequired');
    await user.type(await screen.findByRole('textbox', { name: 'Name or e-mail' }), 'mira');
    await user.type(screen.getByLabelText('Password'), 'Secret1{Enter}');
    await screen.findByLabelText('Code');
  };

  it('is the second step of an account that has one', async () => {
    answer(accountEndpoints.challengePasskey, { ...asked, passkeys: [{ id: 'AQID', transports: ['internal'] }] });
    answer(accountEndpoints.loginFactor, undefined);
    const { user } = renderPage('/account/login?from=/about');
    await second(user);
    answer(accountEndpoints.profile, buildAccount());
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(callsOf(accountEndpoints.loginFactor)[0]?.body).toEqual({ passkey: proof }));
    expect(credentials.get.mock.calls[0]?.[0].publicKey.allowCredentials).toHaveLength(1);
  });

  it('is not offered to an account that has none', async () => {
    const { user } = renderPage('/account/login');
    await second(user);
    await waitFor(() => expect(callsOf(accountEndpoints.challengePasskey)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
  });
});
