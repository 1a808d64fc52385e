import { screen, waitFor, within } from '@testing-library/react';
import type { AdminTeam } from '@vexil/contract/team-admin';
import { teamAdminEndpoints } from '@vexil/contract/team-admin.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refusal, refuse } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const team = (id: number, name: string, given: Partial<AdminTeam> = {}): AdminTeam => ({
  id,
  name,
  bio: '',
  avatar: null,
  locked: false,
  members: [
    { id: `01890a5d-ac96-774b-bcce-00000000000${id}`, userName: `mira${id}`, bio: '', avatar: null, captain: true },
  ],
  gameCount: id,
  version: 11,
  ...given,
});
const [owls, jays] = [team(1, 'Owls'), team(2, 'Jays', { locked: true })];

function open(address = '/admin/teams') {
  signIn({ role: 'Admin' });
  answer(teamAdminEndpoints.list, { data: [owls, jays], length: 2, total: 2 });
  answer(teamAdminEndpoints.update, undefined);
  answer(teamAdminEndpoints.merge, owls);
  return renderPage(address);
}

const merges = () => callsOf(teamAdminEndpoints.merge).map(({ params, body }) => [params.id, body]);

describe('the teams', () => {
  it('are sorted by their heads, kept in the address', async () => {
    const { user, router } = open();
    await screen.findByText('Owls');
    await user.click(screen.getByRole('button', { name: 'Games' }));
    const asked = () => Object.fromEntries(callsOf(teamAdminEndpoints.list).at(-1)?.query ?? []);
    await waitFor(() => expect(asked()).toMatchObject({ order: 'games' }));
    await user.click(screen.getByRole('button', { name: 'Games' }));
    await waitFor(() => expect(asked()).toMatchObject({ order: 'games', descending: 'true' }));
    expect(router.state.location.search).toMatchObject({ order: 'games', desc: true });
  });

  it('speak of a search only where there is one', async () => {
    const { user } = open('/admin/teams?locked=false');
    answer(teamAdminEndpoints.list, { data: [], length: 0, total: 0 });
    expect(await screen.findByText('No teams found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No teams yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
  });

  it('ask field by field when two edited one at once, and send what is kept on the new version', async () => {
    const { user } = open();
    const current = team(1, 'Eagles', { bio: 'theirs', version: 22 });
    answer(teamAdminEndpoints.update, ({ body }) =>
      (body as { version: number }).version === 22 ? undefined : refusal('request.outdated', { current }),
    );
    await user.click(await screen.findByRole('button', { name: 'Edit: Owls' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Owls' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2');
    await user.type(dialog.getByRole('textbox', { name: 'About' }), 'mine');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Someone else saved this meanwhile' }));
    const name = within(asked.getByRole('group', { name: 'Name' }));
    expect(name.getByText('Owls 2')).toBeVisible();
    expect(name.getByText('Eagles')).toBeVisible();
    await user.click(name.getByRole('radio', { name: 'Keep theirs' }));
    const bio = within(asked.getByRole('group', { name: 'About' }));
    await user.click(bio.getByRole('radio', { name: 'Keep mine' }));
    await user.click(asked.getByRole('button', { name: 'Save the choice' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(callsOf(teamAdminEndpoints.update).map(({ body }) => body)).toEqual([
      { name: 'Owls 2', bio: 'mine', version: 11 },
      { bio: 'mine', version: 22 },
    ]);
  });

  it('clears a text that is emptied, and asks where the other one wrote a new one', async () => {
    const { user } = open();
    answer(teamAdminEndpoints.list, { data: [team(1, 'Owls', { bio: 'We hoot' })], length: 1, total: 1 });
    const current = team(1, 'Owls', { bio: 'theirs', version: 22 });
    answer(teamAdminEndpoints.update, ({ body }) =>
      (body as { version: number }).version === 22 ? undefined : refusal('request.outdated', { current }),
    );
    await user.click(await screen.findByRole('button', { name: 'Edit: Owls' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Owls' }));
    await user.clear(dialog.getByRole('textbox', { name: 'About' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const asked = within(await screen.findByRole('dialog', { name: 'Someone else saved this meanwhile' }));
    const bio = within(asked.getByRole('group', { name: 'About' }));
    expect(bio.getByText('theirs')).toBeVisible();
    await user.click(bio.getByRole('radio', { name: 'Keep mine' }));
    await user.click(asked.getByRole('button', { name: 'Save the choice' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(callsOf(teamAdminEndpoints.update).map(({ body }) => body)).toEqual([
      { clear: ['bio'], version: 11 },
      { clear: ['bio'], version: 22 },
    ]);
  });

  it('merges one into another that is looked for, and shows why it is refused', async () => {
    const { user } = open();
    refuse(teamAdminEndpoints.merge, 'team.mergeCommonGame', {
      title: 'Both teams have joined the same game: Qualifier.',
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for Owls' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Merge' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge Owls into another team' }));
    const confirm = dialog.getByRole('button', { name: 'Merge' });
    expect(confirm).toBeDisabled();
    answer(teamAdminEndpoints.list, { data: [jays], length: 1, total: 1 });
    await user.click(dialog.getByRole('combobox', { name: 'Into the team' }));
    expect(callsOf(teamAdminEndpoints.list).at(-1)?.query.get('mergesWith')).toBe('1');
    await user.click(await screen.findByRole('option', { name: 'Jays #2' }));
    await user.click(confirm);
    expect(await dialog.findByRole('alert')).toHaveTextContent('Both teams have joined the same game: Qualifier.');
    answer(teamAdminEndpoints.merge, jays);
    await user.click(confirm);
    await waitFor(() => expect(merges()).toHaveLength(2));
    expect(merges().at(-1)).toEqual(['1', { intoTeamId: 2 }]);
  });

  it('merges the selected ones into the one that stays', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    await user.click(bar.getByRole('button', { name: 'Merge' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge 2 teams into one' }));
    await user.click(dialog.getByRole('radio', { name: /Jays #2/ }));
    await user.click(dialog.getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(merges()).toEqual([['1', { intoTeamId: 2 }]]));
  });

  it('say in a word whether they are locked, and are unlocked in their menu', async () => {
    const { user } = open();
    const row = within(await screen.findByRole('row', { name: /Jays/ }));
    expect(row.getByText('Locked')).toBeVisible();
    await user.click(row.getByRole('button', { name: 'Actions for Jays' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unlock' }));
    await waitFor(() =>
      expect(callsOf(teamAdminEndpoints.update).map(({ params, body }) => [params.id, body])).toEqual([
        ['2', { locked: false }],
      ]),
    );
  });

  it('locks only those that are not locked yet', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    await user.click(bar.getByRole('button', { name: 'Lock' }));
    await waitFor(() => expect(callsOf(teamAdminEndpoints.update)).toHaveLength(1));
    expect(callsOf(teamAdminEndpoints.update).map(({ params, body }) => [params.id, body])).toEqual([
      ['1', { locked: true }],
    ]);
  });
});
