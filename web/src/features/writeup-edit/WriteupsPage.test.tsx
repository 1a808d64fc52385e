import { screen, waitFor, within } from '@testing-library/react';
import type { ReviewedWriteup } from '@vexil/contract/writeup';
import { writeupEditEndpoints } from '@vexil/contract/writeup.endpoints';
import { describe, expect, it, vi } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const team = (id: number) => ({ id, name: `Team ${id}`, avatar: null });
const writeup = (id: number, given: Partial<ReviewedWriteup> = {}): ReviewedWriteup => ({
  id,
  team: team(id),
  divisionId: null,
  url: `/assets/${id}/writeup.pdf`,
  fileSize: 1024,
  uploadTimeUtc: Date.UTC(2026, 4, 1),
  comment: '',
  grade: null,
  ...given,
});

function open(search = '') {
  organise(buildGameInfo({ writeupRequired: true }));
  answer(writeupEditEndpoints.list, {
    writeups: [writeup(1), writeup(2, { grade: 70 })],
    missing: [{ id: 3, team: team(3), divisionId: null }],
  });
  answer({ method: 'GET', path: '/assets/:hash/:name' } as never, {} as never);
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:made', revokeObjectURL: () => {} }));
  return renderPage(`/admin/games/7/writeups${search}`);
}

describe('the writeups of a game', () => {
  it('are read one after the other, and graded', async () => {
    const { user, router } = open();
    answer(writeupEditEndpoints.review, ({ params, body }) => ({
      ...writeup(Number(params.writeupId)),
      ...(body as object),
    }));
    await user.click(await screen.findByRole('button', { name: /Team 1/ }));
    expect(await screen.findByTitle('Writeup of Team 1')).toHaveAttribute('src', 'blob:made#view=FitH&navpanes=0');
    await user.type(screen.getByRole('textbox', { name: 'Grade' }), '85');
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Clear.');
    await user.click(screen.getByRole('button', { name: 'Save and next' }));
    expect(await screen.findByTitle('Writeup of Team 2')).toBeInTheDocument();
    expect(callsOf(writeupEditEndpoints.review)[0]).toMatchObject({
      params: { writeupId: '1' },
      body: { grade: 85, comment: 'Clear.' },
    });
    expect(router.state.location.search).toMatchObject({ open: 2 });
    expect(screen.getByRole('button', { name: 'Next writeup' })).toBeDisabled();
    expect(screen.getByRole('textbox', { name: 'Grade' })).toHaveValue('70');
    expect(within(screen.getByRole('button', { name: /Team 1/ })).getByText('85')).toBeVisible();
  });

  it('keep the focus at the form when its button has been disabled by a save', async () => {
    const { user } = open();
    answer(writeupEditEndpoints.review, { ...writeup(1), grade: 85 });
    await user.click(await screen.findByRole('button', { name: /Team 1/ }));
    await user.type(await screen.findByRole('textbox', { name: 'Grade' }), '85');
    const grade = screen.getByRole('textbox', { name: 'Grade' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    // Browsers take the focus from a control that is disabled; here another one has to lose it.
    grade.focus();
    grade.blur();
    expect(document.body).toHaveFocus();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save and next' })).toHaveFocus());
  });

  it('ask before a grade that is not saved is left for another team', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: /Team 1/ }));
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Clear.');
    await user.click(screen.getByRole('button', { name: 'Next writeup' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(router.state.location.search).toMatchObject({ open: 1 });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Clear.');
  });

  it('name the teams without one', async () => {
    open('?show=missing');
    const list = await screen.findByRole('list', { name: 'Teams' });
    await waitFor(() => expect(within(list).getByText('Team 3')).toBeVisible());
    expect(within(list).queryByText('Team 1')).not.toBeInTheDocument();
  });

  it('are not listed in a game that asks for none, which says where to ask for them', async () => {
    organise(buildGameInfo({ writeupRequired: false }));
    answer(writeupEditEndpoints.list, { writeups: [], missing: [{ id: 3, team: team(3), divisionId: null }] });
    renderPage('/admin/games/7/writeups');
    expect(await screen.findByText('This game asks for no writeups')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for writeups' })).toHaveAttribute(
      'href',
      '/admin/games/7/info#writeups',
    );
    expect(screen.queryByText(/missing/)).not.toBeInTheDocument();
  });

  it('are all deleted once the title of the game is typed', async () => {
    const { user } = open();
    answer(writeupEditEndpoints.deleteAll, undefined);
    await user.click(await screen.findByRole('button', { name: 'Delete all' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete all writeups?' });
    await user.type(within(dialog).getByRole('textbox'), 'Northwind Qualifier');
    await user.click(within(dialog).getByRole('button', { name: 'Delete all' }));
    await waitFor(() => expect(callsOf(writeupEditEndpoints.deleteAll)).toHaveLength(1));
  });
});
