import { screen, waitFor, within } from '@testing-library/react';
import { gameEditEndpoints } from '@vexil/contract/game.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const sofie = { userId: '01890a5d-ac96-774b-bcce-000000000003', userName: 'sofie', avatar: null } as const;

function openAsOrganiser() {
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
