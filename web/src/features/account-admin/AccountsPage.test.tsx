import { screen, waitFor, within } from '@testing-library/react';
import { accountAdminEndpoints } from '@vexil/contract/account-admin.endpoints';
import { termsEndpoints } from '@vexil/contract/terms.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refusal, refuse } from '../../testing/api';
import { holdPhone } from '../../testing/browser';
import { buildOwnField, signIn } from '../../testing/builders';
import { catchDownloads } from '../../testing/downloads';
import { renderPage } from '../../testing/render';
import type { AdminAccount } from './account-admin.queries';
import { readImport } from './import-rows';

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
  fields: [],
  version: 11,
};

function open(path = '/admin/users') {
  signIn({ role: 'Admin' });
  answer(accountAdminEndpoints.list, { data: [tomas], length: 1, total: 1 });
  answer(accountAdminEndpoints.update, undefined);
  return renderPage(path);
}

const changes = () => callsOf(accountAdminEndpoints.update).map(({ body }) => body);

describe('the accounts', () => {
  it('bans after confirmation, and undo restores the previous role', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for tomas' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Ban' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ban tomas?' }));
    expect(changes()).toEqual([]);
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await waitFor(() => expect(reason).toHaveFocus());
    await user.type(reason, 'Shared flags');
    await user.click(dialog.getByRole('button', { name: 'Ban' }));
    expect(await screen.findByText('tomas is now: Banned')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(changes()).toEqual([{ role: 'Banned', reason: 'Shared flags' }, { role: 'Monitor' }]));
  });

  it('gives the focus back to the menu of the row that a question came from', async () => {
    const { user } = open();
    const menu = await screen.findByRole('button', { name: 'Actions for tomas' });
    await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: 'Ban' }));
    await screen.findByRole('dialog', { name: 'Ban tomas?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(menu).toHaveFocus());
  });

  it('has its filters behind a button on a phone, and the search in sight', async () => {
    holdPhone();
    const { user } = open('/admin/users?role=Monitor');
    expect(await screen.findByRole('searchbox')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Role' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Filters 1' }));
    expect(screen.getByRole('combobox', { name: 'Role' })).toHaveValue('Monitor');
  });

  it('shows no address where no mail arrives, no IP before the first sign-in', async () => {
    signIn({ role: 'Admin' });
    const made = { ...tomas, id: '01890a5d-ac96-774b-bcce-000000000003', userName: 'Admin', lastVisitedUtc: 0 };
    const admin = { ...made, email: 'admin@vexil.invalid', ip: '0.0.0.0' };
    answer(accountAdminEndpoints.list, { data: [tomas, admin], length: 2, total: 2 });
    renderPage('/admin/users');
    expect(await screen.findByText('No e-mail address')).toBeVisible();
    expect(screen.queryByText('admin@vexil.invalid')).not.toBeInTheDocument();
    expect(screen.queryByText('0.0.0.0')).not.toBeInTheDocument();
  });

  it('shows real name and student number beside name and address, and the whole of what is cut off', async () => {
    signIn({ role: 'Admin' });
    const named = { ...tomas, realName: 'Tomas Novak', stdNumber: 'S12' };
    answer(accountAdminEndpoints.list, { data: [named], length: 1, total: 1 });
    const { user } = renderPage('/admin/users');
    const address = await screen.findByText('tomas@example.org · S12');
    const name = screen.getByText('Tomas Novak').parentElement as HTMLElement;
    for (const line of [name, address]) {
      await user.hover(line);
      expect(line).not.toHaveAttribute('data-hint');
      await user.unhover(line);
      Object.defineProperty(line, 'scrollWidth', { value: 300 });
      await user.hover(line);
    }
    expect(name).toHaveAttribute('data-hint', 'tomas Tomas Novak');
    expect(address).toHaveAttribute('data-hint', 'tomas@example.org · S12');
  });

  it('asks the server for what the address says', async () => {
    const { user, router } = open('/admin/users?q=unknown&role=Banned');
    await screen.findByText('tomas');
    const asked = () => Object.fromEntries(callsOf(accountAdminEndpoints.list).at(-1)?.query ?? []);
    expect(asked()).toMatchObject({ hint: 'unknown', role: 'Banned' });
    await user.click(screen.getByRole('button', { name: 'Last seen' }));
    await waitFor(() => expect(asked()).toMatchObject({ order: 'visited' }));
    await user.click(screen.getByRole('button', { name: 'Last seen' }));
    await waitFor(() => expect(asked()).toMatchObject({ descending: 'true' }));
    expect(router.state.location.search).toMatchObject({ order: 'visited', desc: true, role: 'Banned' });
  });

  it('takes the confirmation of an address back in the row, and undo confirms it again', async () => {
    const { user } = open();
    const row = within(await screen.findByRole('row', { name: /tomas/ }));
    expect(row.getByText('Confirmed')).toBeVisible();
    await user.click(row.getByRole('button', { name: 'Actions for tomas' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Take confirmation back' }));
    expect(await screen.findByText('tomas is no longer confirmed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(changes()).toEqual([{ emailConfirmed: false }, { emailConfirmed: true }]));
    expect(await screen.findByText('tomas is confirmed')).toBeVisible();
  });

  it('corrects answers to own fields, and says which one is missing', async () => {
    const school = buildOwnField({ name: 'School', required: true });
    const size = buildOwnField({ id: 'size', name: 'Size', kind: 'Choice', choices: ['S', 'M'], required: false });
    const { user } = open();
    answer(termsEndpoints.get, { terms: '', privacy: '', eligibility: '', hash: null, fields: [school, size] });
    const answered = { ...tomas, fields: [{ id: school.id, name: 'School', value: 'Nort' }] };
    answer(accountAdminEndpoints.list, { data: [answered], length: 1, total: 1 });
    await user.click(await screen.findByRole('button', { name: 'Edit: tomas' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit tomas' }));
    const field = await dialog.findByRole('textbox', { name: /School/ });
    await user.clear(field);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field).toBeInvalid());
    expect(changes()).toEqual([]);
    await user.type(field, 'North');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes()).toEqual([{ fields: { [school.id]: 'North', size: null }, version: 11 }]));
  });

  describe('edited by two at once', () => {
    const theirs = { ...tomas, bio: 'theirs', role: 'User' as const, realName: 'Tomas T.', version: 22 };
    async function edit(current: AdminAccount) {
      const opened = open();
      answer(accountAdminEndpoints.update, ({ body }) =>
        (body as { version: number }).version === current.version
          ? undefined
          : refusal('request.outdated', { current }),
      );
      await opened.user.click(await screen.findByRole('button', { name: 'Edit: tomas' }));
      return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Edit tomas' })) };
    }
    const conflict = async () =>
      within(await screen.findByRole('dialog', { name: 'Someone else saved this meanwhile' }));

    it('asks field by field, and sends what is kept on the new version', async () => {
      const { user, dialog } = await edit(theirs);
      await user.type(dialog.getByRole('textbox', { name: 'About' }), 'mine');
      await user.type(dialog.getByRole('textbox', { name: 'Phone' }), '555 01');
      await user.click(dialog.getByRole('combobox', { name: 'Role' }));
      await user.click(await screen.findByRole('option', { name: 'Administrator' }));
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      const asked = await conflict();
      expect(asked.getAllByRole('group').map((each) => each.querySelector('legend')?.textContent)).toEqual([
        'About',
        'Role',
      ]);
      const role = within(asked.getByRole('group', { name: 'Role' }));
      expect(role.getByRole('region', { name: 'Mine' })).toHaveTextContent('Administrator');
      expect(role.getByRole('region', { name: 'Theirs' })).toHaveTextContent('Player');
      await user.click(role.getByRole('radio', { name: 'Keep theirs' }));
      const bio = within(asked.getByRole('group', { name: 'About' }));
      await user.click(bio.getByRole('radio', { name: 'Keep mine' }));
      await user.click(asked.getByRole('button', { name: 'Save the choice' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(changes()).toEqual([
        { bio: 'mine', phone: '555 01', role: 'Admin', version: 11 },
        { bio: 'mine', phone: '555 01', version: 22 },
      ]);
    });

    it('merges different fields without a question', async () => {
      const { user, dialog } = await edit(theirs);
      await user.type(dialog.getByRole('textbox', { name: 'Phone' }), '5');
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      await waitFor(() =>
        expect(changes()).toEqual([
          { phone: '5', version: 11 },
          { phone: '5', version: 22 },
        ]),
      );
    });

    it('keeps what is typed when one goes back with Escape', async () => {
      const { user, dialog } = await edit(theirs);
      await user.type(dialog.getByRole('textbox', { name: 'About' }), 'mine');
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      await conflict();
      await user.keyboard('{Escape}');
      expect(await dialog.findByRole('alert')).toBeVisible();
      expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).not.toBeInTheDocument();
      expect(dialog.getByRole('textbox', { name: 'About' })).toHaveValue('mine');
      expect(changes()).toHaveLength(1);
    });

    it('sends nothing more when all of theirs is kept', async () => {
      const { user, dialog } = await edit(theirs);
      await user.type(dialog.getByRole('textbox', { name: 'About' }), 'mine');
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      const asked = await conflict();
      const lists = callsOf(accountAdminEndpoints.list).length;
      await user.click(asked.getByRole('radio', { name: 'Keep theirs' }));
      await user.click(asked.getByRole('button', { name: 'Save the choice' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(changes()).toHaveLength(1);
      expect(callsOf(accountAdminEndpoints.list).length).toBeGreaterThan(lists);
    });
  });

  it('resets a password and shows it once, with a message to hand over', async () => {
    const { user } = open();
    answer(accountAdminEndpoints.resetPassword, 'n3w-Password');
    await user.click(await screen.findByRole('button', { name: 'Reset password: tomas' }));
    const way = within(await screen.findByRole('radiogroup', { name: 'How to reset it' }));
    await user.click(way.getByRole('radio', { name: 'Random password' }));
    await user.click(await screen.findByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('n3w-Password')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Done' }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Copy message' }));
    expect(await navigator.clipboard.readText()).toContain('Name: tomas\nPassword: n3w-Password');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('n3w-Password')).not.toBeInTheDocument());
  });

  it('makes a link to hand over, which is shown once, and leaves the password', async () => {
    const { user } = open();
    const link = '/account/reset?token=YWJj&email=dG9tYXM%3D';
    answer(accountAdminEndpoints.makeResetLink, { link, expiresAt: 1_750_010_800_000 });
    await user.click(await screen.findByRole('button', { name: 'Reset password: tomas' }));
    await user.click(await screen.findByRole('button', { name: 'Make link' }));
    expect(await screen.findByText(window.location.origin + link)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(window.location.origin + link);
    expect(callsOf(accountAdminEndpoints.makeResetLink).map(({ params }) => params)).toEqual([{ userId: tomas.id }]);
    expect(callsOf(accountAdminEndpoints.resetPassword)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(window.location.origin + link)).not.toBeInTheDocument());
  });

  it('deletes after the name was typed', async () => {
    const { user } = open();
    answer(accountAdminEndpoints.delete, undefined);
    await user.click(await screen.findByRole('button', { name: 'Delete: tomas' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete tomas?' }));
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), 'tomas');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(callsOf(accountAdminEndpoints.delete)).toHaveLength(1));
  });

  it('shows and corrects an import line by line', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import accounts' }));
    // jsdom's files cannot be read as text.
    const file = (text: string) =>
      Object.assign(new File([text], 'class.csv', { type: 'text/csv' }), { text: async () => text });
    const drop = dialog.getByLabelText('Choose a file', { selector: 'input' });
    await user.upload(drop, file('name;mail;password\nada;ada@example.org;weakpassword\nADA;no;Str0ngEnough'));
    expect(await dialog.findByText(/2 lines have to be corrected/)).toBeVisible();
    expect(dialog.getByText(/User name is already in line 2/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Import 2 accounts' })).toBeDisabled();
    await user.upload(drop, file('name,mail,password,room\nada,ada@example.org,Str0ngEnough,7'));
    expect(await dialog.findByText('These columns are ignored: room')).toBeVisible();
    refuse(accountAdminEndpoints.import, 'account.rowNameTaken', { details: [{ path: '0.userName', message: '' }] });
    await user.click(dialog.getByRole('button', { name: 'Import 1 account' }));
    expect(await dialog.findByText(/Name or address is taken/)).toBeVisible();
    answer(accountAdminEndpoints.import, undefined);
    await user.click(dialog.getByRole('radio', { name: /Overwrite the account/ }));
    await user.click(dialog.getByRole('button', { name: 'Import 1 account' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const sent = callsOf(accountAdminEndpoints.import).at(-1);
    expect(sent?.query.get('existing')).toBe('replace');
    expect(sent?.body).toEqual([{ userName: 'ada', email: 'ada@example.org', password: 'Str0ngEnough' }]);
  });

  it('makes the passwords that an import lacks, and shows them after it', async () => {
    const { user } = open();
    answer(accountAdminEndpoints.import, undefined);
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import accounts' }));
    const text = 'name,mail,password\nada,ada@example.org,\nlena,lena@example.org,Str0ngEnough';
    const file = Object.assign(new File([text], 'class.csv', { type: 'text/csv' }), { text: async () => text });
    await user.upload(dialog.getByLabelText('Choose a file', { selector: 'input' }), file);
    expect(await dialog.findByText(/Passwords that will be made: 1/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Import 2 accounts' }));
    const made = within(await screen.findByRole('dialog', { name: 'New passwords' }));
    const body = callsOf(accountAdminEndpoints.import).at(-1)?.body as { password: string }[];
    const password = body[0]?.password ?? '';
    expect(password).toMatch(/^\w{12}aA1$/);
    expect(body[1]?.password).toBe('Str0ngEnough');
    expect(made.getByText(password)).toBeVisible();
    expect(made.queryByText('Str0ngEnough')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(made.getByText(password)).toBeVisible();
    const downloads = catchDownloads();
    await user.click(made.getByRole('button', { name: 'Download passwords' }));
    expect(await downloads.get('passwords.csv')).toContain(`ada,ada@example.org,${password}`);
    await user.click(made.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(password)).not.toBeInTheDocument());
  });

  it('reads own fields by their names, and says which answer is wrong', () => {
    const asked = [
      buildOwnField({ required: false }),
      buildOwnField({ id: 'size', name: 'Size', kind: 'Choice', choices: ['S', 'M'], required: false }),
      buildOwnField({ id: 'meat', name: 'Meat', kind: 'YesNo' }),
    ];
    const file =
      'name,mail,SIZE,Meat,school,other\nada,a@b.test,M,Yes,,x\nlin,l@b.test,XL,maybe,,\neve,e@b.test,,no,North,';
    const { unknown, rows } = readImport(file, ((key: string) => key) as never, asked);
    expect(unknown).toEqual(['other']);
    expect(rows.map(({ values }) => values.fields)).toEqual([
      { size: 'M', meat: true },
      { size: 'XL', meat: 'maybe' },
      { meat: false, school: 'North' },
    ]);
    expect(rows.map(({ errors }) => errors)).toEqual([[], ['Size: ui.invalid.value'], []]);
  });

  it('reads a file without a column of passwords', () => {
    const { missing, rows } = readImport('name,mail\nada,ada@example.org', ((key: string) => key) as never);
    expect(missing).toEqual([]);
    expect(rows).toMatchObject([{ hasPassword: false, errors: [] }]);
  });

  it('does to many what fits each, and says how many were refused', async () => {
    signIn({ role: 'Admin' });
    const [lena, ada] = [
      { ...tomas, id: '01890a5d-ac96-774b-bcce-000000000003', userName: 'lena', emailConfirmed: false },
      { ...tomas, id: '01890a5d-ac96-774b-bcce-000000000004', userName: 'ada', emailConfirmed: false },
    ];
    answer(accountAdminEndpoints.list, { data: [tomas, lena, ada], length: 3, total: 3 });
    answer(accountAdminEndpoints.update, ({ params }) =>
      params.userId === ada.id ? refusal('account.notFound') : undefined,
    );
    const { user } = renderPage('/admin/users');
    await user.click(await screen.findByRole('checkbox', { name: 'Select lena' }));
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    expect(bar.getByText('1 selected')).toBeVisible();
    await user.click(bar.getByRole('button', { name: 'Select all 3' }));
    await user.click(bar.getByRole('button', { name: 'Confirm' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm accounts: 2?' }));
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Not changed: 1')).toBeVisible();
    expect(callsOf(accountAdminEndpoints.update).map(({ params, body }) => [params.userId, body])).toEqual([
      [lena.id, { emailConfirmed: true }],
      [ada.id, { emailConfirmed: true }],
    ]);
    expect(screen.queryByRole('region', { name: 'Selected rows' })).not.toBeInTheDocument();
  });

  it('bans many with one reason', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
    await user.click(
      within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Ban' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Ban accounts: 1?' }));
    expect(dialog.getByText('For the audit log; the person does not see it.')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Shared flags');
    await user.click(dialog.getByRole('button', { name: 'Ban' }));
    await waitFor(() => expect(changes()).toEqual([{ role: 'Banned', reason: 'Shared flags' }]));
  });
});
