import { screen, waitFor, within } from '@testing-library/react';
import { auditEndpoints } from '@vexil/contract/audit.endpoints';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildChallengeEdit, buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const entry = {
  id: 4,
  time: 1_750_000_000_000,
  userId: null,
  userName: 'Mira',
  action: 'game.update',
  targetName: null,
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
    expect(screen.queryByRole('button', { name: 'Restore Invitation code' })).not.toBeInTheDocument();
    await user.click(row.getByRole('button', { name: 'Restore Title' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore Title' }));
    expect(dialog.getByText('Old name')).toBeVisible();
    expect(callsOf(gameEditEndpoints.update)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Title restored')).toBeVisible();
    expect(callsOf(gameEditEndpoints.update).map(({ body }) => body)).toEqual([{ title: 'Old name', version: 5 }]);
  });

  it('says in words what was done to what, with the code as a hint', async () => {
    const { user } = open();
    const named = { ...entry, action: 'challenge.update', target: 'challenge:3', targetName: 'Tide tables' };
    const unknown = { ...entry, id: 3, action: 'robot.dance', target: 'robot:1', before: null, after: null };
    answer(auditEndpoints.game, { data: [named, unknown], length: 2, total: 2 });
    expect(await screen.findByText('Challenge changed')).toBeVisible();
    expect(screen.getByText('robot.dance')).toBeVisible();
    await user.click(screen.getByText('Tide tables'));
    expect(screen.getByText('Challenge 3')).toHaveAttribute('title', 'challenge.update · challenge:3');
  });

  it('names fields and values as the editors do', async () => {
    const { user } = open();
    const before = { isEnabled: false, cpuTenths: 1, minScoreRate: 0.25, disableBloodBonus: true, position: 1 };
    const after = { isEnabled: true, cpuTenths: 5, minScoreRate: 0.5, disableBloodBonus: false, position: 2 };
    const change = { ...entry, action: 'challenge.update', target: 'challenge:3', targetName: 'Tide', before, after };
    answer(auditEndpoints.game, { data: [change], length: 1, total: 1 });
    expect(await screen.findByText('Enabled, CPU cores, Minimum value, Blood bonus, Order')).toBeVisible();
    await user.click(screen.getByText('Tide'));
    const cells = (label: string) => within(screen.getByRole('row', { name: new RegExp(`^${label}`) }));
    expect(cells('Enabled').getByRole('rowheader')).toHaveAttribute('title', 'isEnabled');
    const rows = screen.getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 2)
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['Off', 'On'],
      ['0.1', '0.5'],
      ['25 %', '50 %'],
      ['Off', 'On'],
      ['1', '2'],
    ]);
  });

  it('takes a deadline back that was set by mistake', async () => {
    const { user } = open();
    const change = { ...entry, action: 'challenge.update', target: 'challenge:3', targetName: 'Tide' };
    const moments = { before: { deadlineAt: null }, after: { deadlineAt: '2026-05-01T18:00:00.000Z' } };
    answer(auditEndpoints.game, { data: [{ ...change, ...moments }], length: 1, total: 1 });
    answer(challengeEditEndpoints.get, buildChallengeEdit({ version: 8 }));
    answer(challengeEditEndpoints.update, buildChallengeEdit({ version: 9 }));
    await user.click(await screen.findByText('Tide'));
    await user.click(screen.getByRole('button', { name: 'Restore Deadline' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore Deadline' }));
    expect(dialog.getByText('—')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Deadline restored')).toBeVisible();
    expect(callsOf(challengeEditEndpoints.update).map(({ body }) => body)).toEqual([{ deadlineUtc: 0, version: 8 }]);
  });

  it('names the order of challenges in words', async () => {
    open();
    const change = { ...entry, action: 'challenge.order', before: { order: [3, 4] }, after: { order: [4, 3] } };
    answer(auditEndpoints.game, { data: [change], length: 1, total: 1 });
    const row = within((await screen.findByText('Challenges reordered')).closest('li') as HTMLElement);
    expect(row.getAllByText('Order')).not.toEqual([]);
    expect(row.queryByText('order')).not.toBeInTheDocument();
  });

  it('shows the texts of notices without their markup', async () => {
    const { user } = open();
    const notice = { action: 'notice.create', target: 'notice:9', before: null };
    const after = { content: '**Good evening**, [teams](https://example.org)', pinned: true };
    answer(auditEndpoints.game, { data: [{ ...entry, ...notice, after }], length: 1, total: 1 });
    await user.click(await screen.findByText('Notice created'));
    expect(screen.getAllByText('Good evening, teams')).toHaveLength(2);
  });

  it('keeps the dialog and says why, when someone else saved in between', async () => {
    const { user } = open();
    refuse(gameEditEndpoints.update, 'request.outdated');
    await user.click(await screen.findByText('Mira'));
    await user.click(screen.getByRole('button', { name: 'Restore Title' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore Title' }));
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
  });

  it('is read with the keys that its sheet lists', async () => {
    const entries = [entry, { ...entry, id: 3, userName: 'Noa', before: { title: 'First name' } }];
    const { user } = open();
    answer(auditEndpoints.game, { data: entries, length: 2, total: 120 });
    await screen.findByText('Noa');
    await user.keyboard('jjo');
    expect(screen.getByText('First name')).toBeVisible();
    expect(screen.getByText('Old name')).not.toBeVisible();
    await user.keyboard('{ArrowUp}o');
    expect(screen.getByText('Old name')).toBeVisible();
    await user.keyboard('l');
    await waitFor(() => {
      expect(callsOf(auditEndpoints.game).map(({ query }) => query.get('skip'))).toContain('50');
    });
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    for (const act of ['Next row', 'Previous row', 'Open the row', 'Next page', 'Account']) sheet.getByText(act);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('/mi');
    expect(screen.getByRole('searchbox')).toHaveValue('mi');
  });

  it('says what will be here while there is nothing, and offers to clear a filter that leaves nothing', async () => {
    const { user, router } = open();
    answer(auditEndpoints.game, { data: [], length: 0, total: 0 });
    expect(await screen.findByText('No entries yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Account' }), 'mira');
    expect(await screen.findByText('No entries found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No entries yet')).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Account' })).toHaveValue('');
    expect(router.state.location.search).toEqual({});
  });

  it('is filtered from the address', async () => {
    open('/admin/games/7/audit?who=mira&action=game.&page=2');
    await screen.findByText('Mira');
    const [made] = callsOf(auditEndpoints.game);
    expect(Object.fromEntries(made?.query ?? [])).toMatchObject({ who: 'mira', action: 'game.', skip: '50' });
  });
});
