import { screen, waitFor, within } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildAccount, signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const phone = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  kind: 'app' as const,
  name: 'Phone',
  createdAt: Date.now(),
  lastUsedAt: null,
};
const url = 'otpauth://totp/GZ:mira?secret=GEZDGNBVGY3TQOJQ&issuer=GZ';
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-000${index}`);

describe('sign-in security', () => {
  beforeEach(() => {
    signIn();
    answer(factorEndpoints.list, { factors: [], recoveryCodes: 0 });
    answer(factorEndpoints.beginTotp, { setup: 'sealed', secret: 'GEZDGNBVGY3TQOJQ', url });
  });

  it('adds an authenticator app by a picture and a code, and shows recovery codes once', async () => {
    refuse(factorEndpoints.confirmTotp, 'account.factorWrong');
    const { user } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'Add authenticator app' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add authenticator app' }));
    expect(dialog.getByRole('img', { name: 'QR code of the secret' }).querySelector('path')).toBeInTheDocument();
    expect(dialog.getByText('GEZDGNBVGY3TQOJQ')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(callsOf(factorEndpoints.confirmTotp)).toHaveLength(0);
    await user.type(dialog.getByLabelText('Code from the app'), '123456');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('This code is wrong, or it was used already.')).toBeVisible();
    answer(factorEndpoints.confirmTotp, { recoveryCodes: codes });
    answer(factorEndpoints.list, { factors: [phone], recoveryCodes: 10 });
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(callsOf(factorEndpoints.confirmTotp).at(-1)?.body).toEqual({
      name: 'Authenticator app',
      code: '123456',
      setup: 'sealed',
    });
    const shown = within(await screen.findByRole('dialog', { name: 'Recovery codes' }));
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
    await user.click(shown.getByRole('button', { name: 'Copy codes' }));
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
    await user.click(shown.getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByText('Recovery codes left: 10')).toBeVisible();
  });

  it('renames and removes one, and says what the last one takes along', async () => {
    answer(factorEndpoints.list, { factors: [phone], recoveryCodes: 3 });
    answer(factorEndpoints.rename, undefined);
    answer(factorEndpoints.remove, undefined);
    const { user } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'Rename Phone' }));
    const name = await screen.findByLabelText('Name', { selector: '[role=dialog] input' });
    await user.clear(name);
    await user.type(name, 'Old phone');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsOf(factorEndpoints.rename)[0]?.body).toEqual({ name: 'Old phone' }));
    await user.click(screen.getByRole('button', { name: 'Remove Phone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Phone?' }));
    expect(dialog.getByText(/the recovery codes are gone/)).toBeVisible();
    answer(factorEndpoints.list, { factors: [], recoveryCodes: 0 });
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/With a code from your phone/)).toBeVisible();
    expect(callsOf(factorEndpoints.remove)[0]?.params).toEqual({ factorId: phone.id });
  });
});

describe('a call that needs a fresh proof', () => {
  beforeEach(() => {
    signIn();
    answer(factorEndpoints.list, { factors: [phone], recoveryCodes: 3 });
    refuse(factorEndpoints.renewCodes, 'account.stepUpRequired');
  });

  it('asks for the code and is made once more', async () => {
    refuse(factorEndpoints.stepUp, 'account.factorWrong', { details: [{ path: 'code', message: 'Wrong code.' }] });
    const { user } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.type(await dialog.findByLabelText('Code'), '000000{Enter}');
    expect(await dialog.findByText('Wrong code.')).toBeVisible();
    answer(factorEndpoints.stepUp, undefined);
    answer(factorEndpoints.renewCodes, { recoveryCodes: codes });
    await user.click(dialog.getByRole('button', { name: 'Confirm identity' }));
    expect(await screen.findByRole('dialog', { name: 'Recovery codes' })).toBeVisible();
    expect(callsOf(factorEndpoints.stepUp).map(({ body }) => body)).toEqual([{ code: '000000' }, { code: '000000' }]);
    expect(callsOf(factorEndpoints.renewCodes)).toHaveLength(2);
  });

  it('asks an account without a factor for the password, and says why nothing was done when it is left', async () => {
    answer(factorEndpoints.list, { factors: [], recoveryCodes: 0 });
    refuse(factorEndpoints.beginTotp, 'account.stepUpRequired');
    const { user } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'Add authenticator app' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    expect(await dialog.findByLabelText('Current password')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Confirm that it is you, then try again.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the second step of a sign-in', () => {
  const first = async (user: ReturnType<typeof renderPage>['user']) => {
    await user.type(await screen.findByRole('textbox', { name: 'Name or e-mail' }), 'mira');
    await user.type(screen.getByLabelText('Password'), 'Secret1{Enter}');
    return screen.findByLabelText('Code');
  };
  beforeEach(() => {
    visit();
    refuse(accountEndpoints.login, 'account.factorRequired');
    answer(accountEndpoints.challengePasskey, { challenge: 'AAAA', rpId: 'localhost', passkeys: [] });
  });

  it('takes a code, keeps it when it is wrong, and signs in', async () => {
    refuse(accountEndpoints.loginFactor, 'account.factorWrong', {
      details: [{ path: 'code', message: 'Wrong code.' }],
    });
    const { user, router } = renderPage('/account/login?from=/about');
    await user.type(await first(user), '000000{Enter}');
    expect(await screen.findByText('Wrong code.')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveValue('000000');
    answer(accountEndpoints.loginFactor, undefined);
    answer(accountEndpoints.profile, buildAccount());
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
    expect(callsOf(accountEndpoints.loginFactor)[0]?.body).toEqual({ code: '000000' });
  });

  it('leads back to the password', async () => {
    const { user } = renderPage('/account/login');
    await first(user);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Password')).toHaveValue('Secret1');
  });
});
