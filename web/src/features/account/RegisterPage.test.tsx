import { screen, waitFor } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { termsEndpoints } from '@vexil/contract/terms.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildAccount, buildOwnField, visit } from '../../testing/builders';
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

  it('asks for the terms and the question, sends the hash of what was ticked, and asks again where they changed', async () => {
    const terms = {
      terms: 'Be **fair**.',
      privacy: '',
      eligibility: 'I am at least 16.',
      hash: 'a'.repeat(64),
      fields: [],
    };
    answer(termsEndpoints.get, terms);
    refuse(accountEndpoints.register, 'account.termsNotAccepted');
    const { user } = renderPage('/account/register');
    expect(await screen.findByText('Terms of use')).toBeVisible();
    expect(screen.queryByText('Privacy notice')).not.toBeInTheDocument();
    await fillIn(user);
    expect(screen.getAllByText('Tick this to go on.')).toHaveLength(2);
    expect(callsOf(accountEndpoints.register)).toHaveLength(0);
    await user.click(screen.getByRole('checkbox', { name: 'I am at least 16.' }));
    const accept = screen.getByRole('checkbox', { name: 'I have read and accept the above' });
    await user.click(accept);
    answer(termsEndpoints.get, { ...terms, hash: 'b'.repeat(64) });
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(accept).not.toBeChecked());
    expect(screen.getByText(/terms of this platform are not accepted/)).toBeVisible();
    expect(callsOf(accountEndpoints.register)[0]?.body).toMatchObject({ acceptedTerms: 'a'.repeat(64) });
    await user.click(accept);
    answer(accountEndpoints.register, { title: '', data: 'AdminConfirmationRequired', status: 200 });
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(callsOf(accountEndpoints.register)).toHaveLength(2));
    expect(callsOf(accountEndpoints.register)[1]?.body).toMatchObject({ acceptedTerms: 'b'.repeat(64) });
  });

  it('asks own fields, and sends the answers by the ids of the fields', async () => {
    const size = buildOwnField({ id: 'size', name: 'Size', kind: 'Choice', choices: ['S', 'M'], visibility: 'Public' });
    const meat = buildOwnField({ id: 'meat', name: 'Meat', kind: 'YesNo', required: false });
    const none = { terms: '', privacy: '', eligibility: '', hash: null };
    answer(termsEndpoints.get, { ...none, fields: [buildOwnField(), size, meat] });
    answer(accountEndpoints.register, { title: '', data: 'AdminConfirmationRequired', status: 200 });
    const { user } = renderPage('/account/register');
    const school = await screen.findByRole('textbox', { name: /School/ });
    expect(school).toHaveAccessibleDescription('Visible to staff only');
    await fillIn(user);
    expect(school).toBeInvalid();
    await user.type(school, 'North');
    const submit = screen.getByRole('button', { name: 'Create account' });
    await user.click(submit);
    const sizes = screen.getByRole('combobox', { name: /Size/ });
    expect(sizes).toBeInvalid();
    expect(callsOf(accountEndpoints.register)).toHaveLength(0);
    const choose = async (of: HTMLElement, name: string) => {
      await user.click(of);
      await user.click(await screen.findByRole('option', { name }));
    };
    await choose(sizes, 'M');
    await choose(screen.getByRole('combobox', { name: 'Meat' }), 'No');
    await user.click(submit);
    await waitFor(() => expect(callsOf(accountEndpoints.register)).toHaveLength(1));
    expect(callsOf(accountEndpoints.register)[0]?.body).toMatchObject({
      fields: { school: 'North', size: 'M', meat: false },
    });
  });

  it('explains that an organiser has to confirm the account', async () => {
    answer(accountEndpoints.register, { title: '', data: 'AdminConfirmationRequired', status: 200 });
    const { user } = renderPage('/account/register');
    await fillIn(user);
    expect(await screen.findByText('Your account is waiting for approval')).toBeVisible();
  });
});
