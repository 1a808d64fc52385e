import { screen, waitFor, within } from '@testing-library/react';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { ApiToken } from '@vexil/contract/token';
import { gameTokenEndpoints } from '@vexil/contract/token.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const sofie = { userId: '01890a5d-ac96-774b-bcce-000000000003', userName: 'sofie', avatar: null } as const;

function openAsOrganiser(tokens: ApiToken[] = []) {
  answer(gameTokenEndpoints.list, tokens);
  organise(buildGameInfo());
  signIn({ role: 'User' });
  answer(gameEditEndpoints.staff, [{ ...sofie, role: 'observer' }]);
  return renderPage('/admin/games/7/staff');
}

describe('the staff of a game', () => {
  it('accepts an account id from organisers, and shows a refusal at the field', async () => {
    const { user } = openAsOrganiser();
    refuse(gameEditEndpoints.setStaff, 'game.staffIsPlayer');
    const id = await screen.findByRole('textbox', { name: 'Account ID' });
    await user.type(id, 'sofie');
    await user.click(screen.getByRole('button', { name: 'Add to staff' }));
    expect(await screen.findByText(/An ID looks like/)).toBeVisible();
    expect(callsOf(gameEditEndpoints.setStaff)).toHaveLength(0);

    await user.clear(id);
    await user.type(id, sofie.userId);
    await user.click(screen.getByRole('button', { name: 'Add to staff' }));
    expect(await screen.findByText('This account plays in the game and cannot be on its staff.')).toBeVisible();
    expect(id).toHaveValue(sofie.userId);
  });

  it('removes a staff member after confirmation', async () => {
    const { user } = openAsOrganiser();
    answer(gameEditEndpoints.removeStaff, undefined);
    await user.click(await screen.findByRole('button', { name: 'Remove sofie from the staff' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove from staff' }));
    await waitFor(() => expect(callsOf(gameEditEndpoints.removeStaff)).toHaveLength(1));
  });
});

describe('the tokens of a game', () => {
  const info = {
    ...{ id: '01890a5d-ac96-774b-bcce-000000000001', name: 'Hill', creatorId: null, createdAt: 1, expiresAt: null },
    ...{ lastUsedAt: null, isRevoked: false, creator: 'odette', scopes: ['award:write' as const], gameId: 7 },
  };

  it('are made with scopes of a game, shown once, and removed', async () => {
    const { user } = openAsOrganiser([info]);
    answer(gameTokenEndpoints.create, { token: 'vexil_secret', info });
    answer(gameTokenEndpoints.remove, undefined);
    await user.click(await screen.findByRole('button', { name: 'New token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
    expect(dialog.queryByRole('checkbox', { name: /Administration/ })).toBeNull();
    expect(dialog.getByRole('checkbox', { name: 'Awards and penalties: Write' })).toBeChecked();
    expect(dialog.queryByRole('checkbox', { name: 'Awards and penalties: Read' })).toBeNull();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Hill');
    await user.click(dialog.getByRole('checkbox', { name: 'Challenges of a game: Read' }));
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    expect(await screen.findByText('vexil_secret')).toBeVisible();
    expect(callsOf(gameTokenEndpoints.create)[0]?.body).toEqual({
      ...{ name: 'Hill', expiresIn: 30, scopes: ['award:write', 'challenge:read'] },
    });
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Delete: Hill' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete Hill?' })).getByRole('button', { name: 'Delete' }),
    );
    await waitFor(() => expect(callsOf(gameTokenEndpoints.remove)).toHaveLength(1));
  });
});
