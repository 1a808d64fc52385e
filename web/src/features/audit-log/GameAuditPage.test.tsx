import { screen, within } from '@testing-library/react';
import { auditEndpoints } from '@vexil/contract/audit.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const entry = {
  id: 4,
  time: 1_750_000_000_000,
  userId: null,
  userName: 'Mira',
  action: 'game.update',
  target: 'game:7',
  before: { title: 'Old name', inviteCode: '(secret)' },
  after: { title: 'New name', inviteCode: '(secret)' },
};

function open(address = '/admin/games/7/audit') {
  organise(buildGameInfo({ version: 5 }));
  answer(auditEndpoints.game, { data: [entry], length: 1, total: 1 });
  return renderPage(address);
}

describe('the history of a game', () => {
  it('shows who changed what, field by field, and restores a value on the current version', async () => {
    const { user } = open();
    answer(gameEditEndpoints.update, buildGameInfo({ title: 'Old name', version: 6 }));
    await user.click(await screen.findByText('Mira'));
    const row = within(screen.getByText('Old name').closest('tr') as HTMLElement);
    expect(row.getByText('New name')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore inviteCode' })).not.toBeInTheDocument();
    await user.click(row.getByRole('button', { name: 'Restore title' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore title' }));
    expect(dialog.getByText('Old name')).toBeVisible();
    expect(callsOf(gameEditEndpoints.update)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('title restored')).toBeVisible();
    expect(callsOf(gameEditEndpoints.update).map(({ body }) => body)).toEqual([{ title: 'Old name', version: 5 }]);
  });

  it('keeps the dialog and says why, when someone else saved in between', async () => {
    const { user } = open();
    refuse(gameEditEndpoints.update, 'request.outdated');
    await user.click(await screen.findByText('Mira'));
    await user.click(screen.getByRole('button', { name: 'Restore title' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore title' }));
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
  });

  it('is filtered from the address', async () => {
    open('/admin/games/7/audit?who=mira&action=game.&page=2');
    await screen.findByText('Mira');
    const [made] = callsOf(auditEndpoints.game);
    expect(Object.fromEntries(made?.query ?? [])).toMatchObject({ who: 'mira', action: 'game.', skip: '50' });
  });
});
