import { screen, waitFor, within } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { captchaEndpoints } from '@vexil/contract/captcha.endpoints';
import { expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

it('gives the focus back to where it was when the session had ended', async () => {
  signIn();
  refuse(accountEndpoints.update, 'account.unauthenticated');
  answer(accountEndpoints.login, undefined);
  answer(captchaEndpoints.info, { type: 'None', siteKey: '', onDemandType: 'None', onDemandSiteKey: '' });
  const { user } = renderPage('/account/profile');
  const name = await screen.findByRole('textbox', { name: 'Real name' });
  await user.type(name, 'Mira');
  const save = screen.getByRole('button', { name: 'Save' });
  for (const place of [save, name]) {
    await user.click(place);
    // A browser takes the focus away from a button that saves.
    if (place === save) save.blur();
    else await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    await user.type(within(dialog).getByLabelText('Password'), 'Passw0rd');
    await user.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await waitFor(() => expect(place).toHaveFocus());
  }
  expect(name).toHaveValue('Mira');
});
