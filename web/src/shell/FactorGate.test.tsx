import { screen, waitFor, within } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import { termsEndpoints } from '@vexil/contract/terms.endpoints';
import { expect, it } from 'vitest';
import { answer, callsOf } from '../testing/api';
import { buildAccount, buildOwnField, signIn } from '../testing/builders';
import { renderPage } from '../testing/render';

const phone = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  kind: 'app' as const,
  name: 'Phone',
  createdAt: Date.now(),
  lastUsedAt: null,
};
const admin = { role: 'Admin' } as const;

it('says above every page from when a second factor is needed, and where to set it up', async () => {
  signIn({ ...admin, factorDue: Date.now() + 86_400_000 });
  renderPage('/about');
  expect(await screen.findByText(/your account needs a second factor/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Set it up' })).toHaveAttribute('href', '/account/profile#factors');
  expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('Set up a second factor');
});

it('stands in place of every page once it is due, until the reader goes on with a factor', async () => {
  signIn({ ...admin, factorDue: Date.now() - 1000 });
  answer(factorEndpoints.list, { factors: [], recoveryCodes: 0 });
  const { user } = renderPage('/about');
  expect(await screen.findByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
  const goOn = await screen.findByRole('button', { name: 'Continue' });
  expect(goOn).toBeDisabled();
  answer(factorEndpoints.beginTotp, { setup: 'sealed', secret: 'GEZDGNBV', url: 'otpauth://totp/x?secret=GEZDGNBV' });
  await user.click(screen.getByRole('button', { name: 'Add authenticator app' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add authenticator app' }));
  await user.type(dialog.getByLabelText('Code from the app'), '123456');
  answer(factorEndpoints.confirmTotp, { recoveryCodes: ['abcd-efgh-jkmn-0001'] });
  answer(factorEndpoints.list, { factors: [phone], recoveryCodes: 1 });
  answer(accountEndpoints.profile, buildAccount(admin));
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  // The account needs none any more, and the codes are still there to be kept.
  expect(await screen.findByText('abcd-efgh-jkmn-0001')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(goOn).toBeEnabled());
  await user.click(goOn);
  await waitFor(() => expect(screen.queryByText('Set up a second factor')).not.toBeInTheDocument());
});

it('lets the reader sign out instead', async () => {
  signIn({ ...admin, factorDue: 0 });
  answer(factorEndpoints.list, { factors: [], recoveryCodes: 0 });
  answer(accountEndpoints.logout, undefined);
  answer(gameEndpoints.recent, []);
  answer(postEndpoints.latest, []);
  const { user } = renderPage('/about');
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(callsOf(accountEndpoints.logout)).toHaveLength(1));
});

it('asks for the terms in place of every page, once', async () => {
  signIn({ termsDue: true });
  const hash = 'a'.repeat(64);
  answer(termsEndpoints.get, { terms: '', privacy: 'We keep little.', eligibility: '', hash, fields: [] });
  answer(termsEndpoints.accept, undefined);
  answer(gameEndpoints.recent, []);
  answer(postEndpoints.latest, []);
  const { user } = renderPage('/about');
  const accept = await screen.findByRole('button', { name: 'Accept' });
  expect(screen.getByRole('heading', { level: 1, name: 'Accept the terms' })).toBeVisible();
  await screen.findByText('Privacy notice');
  await user.click(accept);
  expect(await screen.findByText('Tick this to go on.')).toBeVisible();
  expect(callsOf(termsEndpoints.accept)).toHaveLength(0);
  await user.click(screen.getByRole('checkbox'));
  answer(accountEndpoints.profile, buildAccount());
  await user.click(accept);
  await waitFor(() => expect(screen.queryByText('Accept the terms')).not.toBeInTheDocument());
  expect(callsOf(termsEndpoints.accept)[0]?.body).toEqual({ hash });
});

it('asks for answers that are required in place of every page, without the terms that were accepted', async () => {
  const size = buildOwnField({ id: 'size', name: 'Size', kind: 'Choice', choices: ['S'], required: false });
  signIn({ fieldsDue: true, fields: [{ id: 'size', name: 'Size', value: 'XL' }] });
  const hash = 'a'.repeat(64);
  answer(termsEndpoints.get, {
    terms: 'Be fair.',
    privacy: '',
    eligibility: '',
    hash,
    fields: [buildOwnField(), size],
  });
  answer(termsEndpoints.accept, undefined);
  answer(gameEndpoints.recent, []);
  answer(postEndpoints.latest, []);
  const { user } = renderPage('/about');
  expect(await screen.findByRole('heading', { level: 1, name: 'More details' })).toBeVisible();
  const school = await screen.findByRole('textbox', { name: /School/ });
  expect(screen.getByRole('combobox', { name: 'Size' })).toHaveValue('XL');
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  const save = screen.getByRole('button', { name: 'Save and go on' });
  await user.click(save);
  expect(school).toBeInvalid();
  expect(callsOf(termsEndpoints.accept)).toHaveLength(0);
  await user.type(school, 'North');
  answer(accountEndpoints.profile, buildAccount());
  await user.click(save);
  await waitFor(() => expect(screen.queryByText('More details')).not.toBeInTheDocument());
  expect(callsOf(termsEndpoints.accept)[0]?.body).toEqual({ hash, fields: { school: 'North', size: 'XL' } });
});
