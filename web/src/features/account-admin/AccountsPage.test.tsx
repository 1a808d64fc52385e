import { screen, waitFor, within } from '@testing-library/react';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';
import type { AdminAccount } from './account-admin.queries';

const tomas: AdminAccount = {
  id: '01890a5d-ac96-774b-bcce-000000000002',
  userName: 'tomas',
  realName: '',
  stdNumber: '',
  phone: null,
  bio: '',
  registerTimeUtc: 1_750_000_000_000,
  lastVisitedUtc: 1_750_000_000_000,
  ip: '203.0.113.7',
  email: 'tomas@example.org',
  avatar: null,
  role: 'Monitor',
  emailConfirmed: true,
};

function open(path = '/admin/users') {
  signIn({ role: 'Admin' });
  answer(accountAdminEndpoints.list, { data: [tomas], length: 1, total: 1 });
  answer(accountAdminEndpoints.search, { data: [], length: 0, total: 0 });
  answer(accountAdminEndpoints.update, undefined);
  return renderPage(path);
}

const roles = () => callsOf(accountAdminEndpoints.update).map(({ body }) => body);

describe('the list of accounts', () => {
  it('bans after confirmation, and undo restores the previous role', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for tomas' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ban' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ban tomas?' }));
    expect(roles()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Ban' }));
    expect(await screen.findByText('tomas is now: Banned')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(roles()).toEqual([{ role: 'Banned' }, { role: 'Monitor' }]));
  });

  it('searches for the query in the URL', async () => {
    open('/admin/users?q=unknown');
    expect(await screen.findByText('No accounts found')).toBeVisible();
    expect(callsOf(accountAdminEndpoints.search)[0]?.query.get('hint')).toBe('unknown');
  });
});
