import { screen, waitFor, within } from '@testing-library/react';
import { noticeEditEndpoints } from '@vexil/contract/notice.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const welcome = { id: 1, type: 'Normal', values: ['Welcome, all.'], time: 1_750_000_000_000 } as const;

function open() {
  organise(buildGameInfo());
  answer(noticeEditEndpoints.list, [{ ...welcome, values: [...welcome.values] }]);
  return renderPage('/admin/games/7/notices');
}

describe('the notices of a game', () => {
  it('warns that publishing is immediate, and clears the field only after publishing', async () => {
    const { user } = open();
    refuse(noticeEditEndpoints.create, 'request.failed');
    const text = await screen.findByRole('textbox', { name: 'Text' });
    expect(screen.getByText(/receives the notice immediately/)).toBeVisible();
    await user.type(text, 'Lunch is ready');
    await user.click(screen.getByRole('button', { name: 'Publish now' }));
    expect(await screen.findByText(/Something went wrong on our side/)).toBeVisible();
    expect(text).toHaveValue('Lunch is ready');

    answer(noticeEditEndpoints.create, { id: 2, type: 'Normal', values: ['Lunch is ready'], time: Date.now() });
    await user.click(screen.getByRole('button', { name: 'Publish now' }));
    expect(await screen.findByText('Notice published')).toBeVisible();
    expect(text).toHaveValue('');
  });

  it('edits a notice in place', async () => {
    const { user } = open();
    answer(noticeEditEndpoints.update, { id: 1, type: 'Normal', values: ['Welcome, everybody.'], time: Date.now() });
    await user.click(await screen.findByRole('button', { name: 'Edit notice' }));
    const field = await screen.findByDisplayValue('Welcome, all.');
    await user.clear(field);
    await user.type(field, 'Welcome, everybody.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(callsOf(noticeEditEndpoints.update).map(({ body }) => body)).toEqual([{ content: 'Welcome, everybody.' }]),
    );
  });

  it('quotes the notice before deleting it', async () => {
    const { user } = open();
    answer(noticeEditEndpoints.delete, undefined);
    await user.click(await screen.findByRole('button', { name: 'Delete notice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this notice?' }));
    expect(dialog.getByText('Welcome, all.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete notice' }));
    expect(await screen.findByText('Notice deleted')).toBeVisible();
  });
});
