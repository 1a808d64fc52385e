import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { WrittenNotice } from '@vexil/contract/notice';
import { noticeEditEndpoints } from '@vexil/contract/notice-edit.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildChallengeEdit, buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const build = (given: Partial<WrittenNotice> = {}): WrittenNotice => ({
  id: 1,
  type: 'Normal',
  values: ['Welcome, all.'],
  time: 1_750_000_000_000,
  pinned: false,
  challengeId: null,
  scheduledUtc: null,
  version: 1,
  ...given,
});

function open(notices: WrittenNotice[] = [build()]) {
  organise(buildGameInfo(), [buildChallengeEdit()]);
  answer(noticeEditEndpoints.list, notices);
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

    answer(noticeEditEndpoints.create, build({ id: 2, values: ['Lunch is ready'] }));
    await user.click(screen.getByRole('button', { name: 'Publish now' }));
    await waitFor(() => expect(text).toHaveValue(''));
  });

  it('edits a notice in place', async () => {
    const { user } = open();
    answer(noticeEditEndpoints.update, build({ values: ['Welcome, everybody.'], version: 2 }));
    await user.click(await screen.findByRole('button', { name: 'Edit notice' }));
    const field = await screen.findByDisplayValue('Welcome, all.');
    await user.clear(field);
    await user.type(field, 'Welcome, everybody.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(callsOf(noticeEditEndpoints.update).map(({ body }) => body)).toEqual([
        { content: 'Welcome, everybody.', version: 1 },
      ]),
    );
  });

  it('quotes the notice before deleting it', async () => {
    const { user } = open();
    answer(noticeEditEndpoints.delete, undefined);
    await user.click(await screen.findByRole('button', { name: 'Delete notice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this notice?' }));
    expect(dialog.getByText('Welcome, all.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete notice' }));
    await waitFor(() => expect(callsOf(noticeEditEndpoints.delete)).toHaveLength(1));
  });

  it('plans a notice about a challenge, pinned', async () => {
    const { user } = open();
    answer(noticeEditEndpoints.create, build({ id: 2, scheduledUtc: Date.now() + 3_600_000 }));
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'Tonight');
    await user.click(screen.getByRole('combobox', { name: 'About challenge' }));
    await user.click(await screen.findByRole('option', { name: 'Tide tables' }));
    await user.click(screen.getByRole('switch', { name: /^Pin/ }));
    fireEvent.change(screen.getByLabelText('Publish at'), { target: { value: '2199-05-01T18:00' } });
    await user.click(await screen.findByRole('button', { name: 'Schedule' }));
    await waitFor(() =>
      expect(callsOf(noticeEditEndpoints.create).map(({ body }) => body)).toEqual([
        { content: 'Tonight', pinned: true, challengeId: 11, scheduledUtc: new Date('2199-05-01T18:00').getTime() },
      ]),
    );
  });

  it('does not publish at a time that has passed', async () => {
    const { user } = open();
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'Yesterday');
    fireEvent.change(screen.getByLabelText('Publish at'), { target: { value: '2001-05-01T18:00' } });
    expect(await screen.findByText('This time has passed')).toBeVisible();
    expect(screen.queryByText(/receives the notice immediately/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Publish now' })).toBeDisabled();
  });

  it('shows planned notices apart, and publishes one before its time', async () => {
    const { user } = open([build(), build({ id: 2, values: ['Later'], scheduledUtc: Date.now() + 3_600_000 })]);
    answer(noticeEditEndpoints.update, build({ id: 2, version: 2 }));
    expect(await screen.findByRole('heading', { name: 'Scheduled' })).toBeVisible();
    // The composer has a button of that name too.
    const item = within(screen.getByText('Later').closest('li') as HTMLElement);
    await user.click(item.getByRole('button', { name: 'Publish now' }));
    await waitFor(() =>
      expect(callsOf(noticeEditEndpoints.update).map(({ body }) => body)).toEqual([
        { content: 'Later', version: 1, scheduledUtc: null },
      ]),
    );
  });

  it('pins with one click', async () => {
    const { user } = open();
    answer(noticeEditEndpoints.update, build({ pinned: true, version: 2 }));
    await user.click(await screen.findByRole('button', { name: 'Pin notice' }));
    await waitFor(() =>
      expect(callsOf(noticeEditEndpoints.update).map(({ body }) => body)).toEqual([
        { content: 'Welcome, all.', version: 1, pinned: true },
      ]),
    );
  });

  it('shows what differs when someone else saved first', async () => {
    const { user } = open();
    answer(noticeEditEndpoints.update, ({ body }) => {
      const { version } = body as { version: number };
      if (version === 2) return build({ version: 3 });
      const reply = {
        title: 'x',
        status: 409,
        code: 'request.outdated',
        current: build({ values: ['Hi.'], version: 2 }),
      };
      return Response.json(reply, { status: 409 });
    });
    await user.click(await screen.findByRole('button', { name: 'Edit notice' }));
    const field = await screen.findByDisplayValue('Welcome, all.');
    await user.clear(field);
    await user.type(field, 'Hello.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Hi.')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: /mine|my/i }));
    await user.click(dialog.getByRole('button', { name: /save/i }));
    await waitFor(() =>
      expect(callsOf(noticeEditEndpoints.update).map(({ body }) => body)).toEqual([
        { content: 'Hello.', version: 1 },
        { content: 'Hello.', version: 2 },
      ]),
    );
  });
});
