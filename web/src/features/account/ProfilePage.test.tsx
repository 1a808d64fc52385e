import { screen, waitFor, within } from '@testing-library/react';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, hold, refuse } from '../../testing/api';
import { buildAccount, signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

describe('the profile page', () => {
  it('saves, confirms after the reply, and works again', async () => {
    signIn();
    answer(accountEndpoints.update, undefined);
    const release = hold(accountEndpoints.update);
    const { user } = renderPage('/account/profile');
    const name = await screen.findByRole('textbox', { name: 'Real name' });
    await user.type(name, 'Mira');
    expect(screen.getByText('Real name', { selector: 'span' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsOf(accountEndpoints.update)).toHaveLength(1));
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
    answer(accountEndpoints.profile, buildAccount({ realName: 'Mira' }));
    release();
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();

    await user.type(name, ' Holm');
    answer(accountEndpoints.update, undefined);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsOf(accountEndpoints.update)).toHaveLength(2));
    expect(callsOf(accountEndpoints.update)[1]?.body).toMatchObject({ realName: 'Mira Holm', phone: '' });
  });

  it('keeps the input when a name is taken, and shows it at the field', async () => {
    signIn();
    refuse(accountEndpoints.update, 'account.userNameTaken');
    const { user } = renderPage('/account/profile');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'someone');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This name is taken.')).toBeVisible();
    expect(name).toHaveValue('someone');
    expect(name).toBeInvalid();
  });

  it('saves an account whose name predates the rules, and validates a new name', async () => {
    signIn(buildAccount({ userName: 'Mi\u200bra' }));
    answer(accountEndpoints.update, undefined);
    const { user } = renderPage('/account/profile');
    await user.type(await screen.findByRole('textbox', { name: 'Real name' }), 'Lee');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsOf(accountEndpoints.update)).toHaveLength(1));
    expect(callsOf(accountEndpoints.update)[0]?.body).not.toHaveProperty('userName');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '2');
    await user.tab();
    expect(await screen.findByText('Remove invisible and control characters')).toBeVisible();
  });

  it('asks before leaving with changes', async () => {
    signIn();
    const { user, router } = renderPage('/account/profile');
    await user.type(await screen.findByRole('textbox', { name: 'Real name' }), 'Mira');
    await user.click(screen.getByRole('link', { name: 'About' }));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/account/profile');
    expect(screen.getByRole('textbox', { name: 'Real name' })).toHaveValue('Mira');
    await user.click(screen.getByRole('link', { name: 'About' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
  });

  it('shows and copies the account id', async () => {
    signIn();
    const { user } = renderPage('/account/profile');
    expect(await screen.findByText(buildAccount().userId)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy account ID' }));
    expect(await navigator.clipboard.readText()).toBe(buildAccount().userId);
  });

  it('shows at the field that the current password is wrong', async () => {
    signIn();
    refuse(accountEndpoints.changePassword, 'account.oldPasswordWrong');
    const { user } = renderPage('/account/profile');
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    await user.type(await screen.findByLabelText('Current password'), 'Wrong1');
    await user.type(screen.getByLabelText('New password'), 'Better1');
    await user.type(screen.getByLabelText('Confirm new password'), 'Better1');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('The current password is wrong.')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('Better1');
  });

  it('lists the sessions with their devices, and ends one or all others', async () => {
    signIn();
    const session = { ip: '192.0.2.7', createdAt: Date.now(), lastSeenAt: Date.now() };
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    answer(accountEndpoints.sessions, [
      { ...session, id: 'a'.repeat(32), userAgent: firefox, isCurrent: true },
      { ...session, id: 'b'.repeat(32), userAgent: '', isCurrent: false },
      { ...session, id: 'c'.repeat(32), userAgent: 'curl/8.5.0', isCurrent: false },
    ]);
    answer(accountEndpoints.endSession, undefined);
    answer(accountEndpoints.endOtherSessions, undefined);
    const { user } = renderPage('/account/profile');
    const row = (await screen.findByText('Firefox on Linux')).closest('li') as HTMLElement;
    expect(row).toHaveTextContent(/192.0.2.7.*This device/);
    await user.click(screen.getByRole('button', { name: 'Sign out Unknown device' }));
    await waitFor(() => expect(screen.queryByText('Unknown device')).not.toBeInTheDocument());
    expect(callsOf(accountEndpoints.endSession)[0]?.params).toEqual({ sessionId: 'b'.repeat(32) });
    await user.click(screen.getByRole('button', { name: 'Sign out all others' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Sign out all others' }));
    await waitFor(() => expect(screen.queryByText('curl')).not.toBeInTheDocument());
    expect(screen.getByText('Firefox on Linux')).toBeVisible();
  });
});
