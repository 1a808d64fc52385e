import { screen, within } from '@testing-library/react';
import type { GameCheck } from '@vexil/contract/game-check';
import { gameCheckEndpoints } from '@vexil/contract/game-check.endpoints';
import { noticeEditEndpoints } from '@vexil/contract/notice-edit.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const checks: GameCheck['checks'] = [
  { part: 'checklist', code: 'checklist.done', state: 'ok', message: 'The checklist is done.', advice: null },
  { part: 'dryRun', code: 'dryRun.unjudged', state: 'fault', message: 'No verdict came.', advice: 'Start a worker.' },
];

async function open() {
  organise(buildGameInfo());
  answer(noticeEditEndpoints.list, []);
  const { user } = renderPage('/admin/games/7/notices');
  await user.click(await screen.findByRole('button', { name: 'Game-day check' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Game-day check' })) };
}

describe('the game-day check', () => {
  it('runs on request and shows what was found while it runs', async () => {
    answer(gameCheckEndpoints.get, null);
    const startedAt = Date.now();
    answer(gameCheckEndpoints.start, { startedAt, finishedAt: null, checks: [] });
    const { user, dialog } = await open();
    const start = await dialog.findByRole('button', { name: 'Start check' });
    answer(gameCheckEndpoints.get, { startedAt, finishedAt: startedAt + 2000, checks });
    await user.click(start);
    expect(await dialog.findByText('The check is running.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Check again' })).toBeDisabled();
    expect(await dialog.findByText('1 problem found.')).toBeVisible();
    const [done, fault] = dialog.getAllByRole('listitem');
    expect(done).toHaveTextContent('Works: The checklist is done.');
    expect(fault).toHaveTextContent('Fault: No verdict came.Start a worker.');
    expect(callsOf(gameCheckEndpoints.start)).toHaveLength(1);
  });

  it('says why it does not begin', async () => {
    answer(gameCheckEndpoints.get, null);
    refuse(gameCheckEndpoints.start, 'gameCheck.runs');
    const { user, dialog } = await open();
    await user.click(await dialog.findByRole('button', { name: 'Start check' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('A check of this game is already running.');
  });
});
