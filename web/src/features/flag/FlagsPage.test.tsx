import { screen, waitFor, within } from '@testing-library/react';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { challengeEditEndpoints, flagEndpoints } from '@vexil/contract/challenge.endpoints';
import { participationEndpoints } from '@vexil/contract/participation.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildChallengeEdit, buildGameInfo, buildReview, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const path = '/admin/games/7/challenges/11/flags';
const open = (challenge: ChallengeEdit) => {
  organise(buildGameInfo(), [challenge]);
  return renderPage(path);
};

describe('the flags of a challenge', () => {
  it('marks invalid lines, and sends only the valid ones', async () => {
    const { user } = open(buildChallengeEdit());
    answer(flagEndpoints.add, undefined);
    await user.click(await screen.findByRole('button', { name: 'Add flags' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add flags' }));
    await user.click(dialog.getByRole('textbox'));
    await user.paste('flag{at_nine}\nflag{new}\nflag{new}');
    expect(dialog.getByText('already exists, skipped')).toBeVisible();
    expect(dialog.getByText('duplicate of a line above, skipped')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add 1 flag' }));
    await waitFor(() => expect(callsOf(flagEndpoints.add).map(({ body }) => body)).toEqual([[{ flag: 'flag{new}' }]]));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('sends nothing while a line is too long, and keeps the input after a refusal', async () => {
    const { user } = open(buildChallengeEdit());
    refuse(flagEndpoints.add, 'flag.notAllowed');
    await user.click(await screen.findByRole('button', { name: 'Add flags' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add flags' }));
    const text = dialog.getByRole('textbox');
    await user.click(text);
    await user.paste(`flag{new}\n${'x'.repeat(130)}`);
    expect(dialog.getByText('130 of at most 127 characters')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Add 1 flag' })).toBeDisabled();
    await user.clear(text);
    await user.paste('flag{new}');
    await user.click(dialog.getByRole('button', { name: 'Add 1 flag' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Flags of this challenge are made from its template.');
    expect(text).toHaveValue('flag{new}');
  });

  it('deletes a flag after confirmation, and warns about the last one', async () => {
    const { user } = open(buildChallengeEdit());
    answer(flagEndpoints.delete, 'Success');
    await user.click(await screen.findByRole('button', { name: 'Delete flag{at_nine}' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this flag?' }));
    expect(dialog.getByText('It is the last one, so the challenge will be disabled as well.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Flag deleted')).toBeVisible();
  });

  it('compares the number of files and teams', async () => {
    organise(buildGameInfo(), [buildChallengeEdit({ type: 'DynamicAttachment' })]);
    answer(participationEndpoints.list, [buildReview(1), buildReview(2, { status: 'Rejected' }), buildReview(3)]);
    renderPage(path);
    expect(await screen.findByText(/Not enough: .* Provide at least 4\./)).toBeVisible();
  });

  it('counts used and unused files, and marks the used ones', async () => {
    const flags = [1, 2, 3].map((id) => ({ id, flag: `flag{${id}}`, attachment: null, taken: id === 2 }));
    organise(buildGameInfo(), [buildChallengeEdit({ type: 'DynamicAttachment', flags })]);
    answer(participationEndpoints.list, [buildReview(1)]);
    renderPage(path);
    const supply = await screen.findByRole('region', { name: 'Files and teams' });
    expect(supply).toHaveTextContent('3 files with a flag');
    expect(supply).toHaveTextContent('1 used by teams');
    expect(supply).toHaveTextContent('2 left');
    expect(screen.getAllByText('used by a team')).toHaveLength(1);
  });

  it('warns when teams that left the game hold the last files', async () => {
    const flags = [1, 2].map((id) => ({ id, flag: `flag{${id}}`, attachment: null, taken: true }));
    organise(buildGameInfo(), [buildChallengeEdit({ type: 'DynamicAttachment', flags })]);
    answer(participationEndpoints.list, [buildReview(1), buildReview(2, { status: 'Suspended' })]);
    renderPage(path);
    expect(await screen.findByText(/Enough for now\./)).toBeVisible();
  });

  it('adds links to files hosted elsewhere', async () => {
    organise(buildGameInfo(), [buildChallengeEdit({ type: 'DynamicAttachment' })]);
    answer(participationEndpoints.list, []);
    answer(flagEndpoints.add, undefined);
    const { user } = renderPage(path);
    await user.click(
      await screen.findByRole('textbox', { name: 'One flag and its link per line, separated by a space' }),
    );
    await user.paste('flag{x} https://example.org/x.zip');
    await user.click(await screen.findByRole('button', { name: 'Add 1 flag' }));
    await waitFor(() =>
      expect(callsOf(flagEndpoints.add).map(({ body }) => body)).toEqual([
        [{ flag: 'flag{x}', attachmentType: 'Remote', remoteUrl: 'https://example.org/x.zip' }],
      ]),
    );
  });
});

describe('the template of a challenge', () => {
  const dynamic = () => buildChallengeEdit({ type: 'DynamicContainer', flags: [] });

  it('shows its strength and sample flags while typing', async () => {
    const { user } = open(dynamic());
    const template = await screen.findByRole('textbox', { name: 'Template' });
    await user.click(template);
    await user.paste('flag{short}');
    expect(screen.getByText('Too easy to guess')).toBeVisible();
    expect(screen.getByText(/Too easy to guess: \d+ of the required 32 bits/)).toBeVisible();
    await user.clear(template);
    await user.paste('team_[TEAM_HASH]');
    expect(screen.getByText('Hard to guess')).toBeVisible();
    const samples = within(screen.getByRole('region', { name: 'Sample flags' }));
    expect(samples.getAllByText(/^team_[0-9a-f]{12}$/)).toHaveLength(3);
  });

  it("shows the server's refusal at the field and keeps the template", async () => {
    const { user } = open(dynamic());
    refuse(challengeEditEndpoints.update, 'challenge.templateWeak', { title: 'This template is too easy to guess.' });
    const template = await screen.findByRole('textbox', { name: 'Template' });
    await user.click(template);
    await user.paste('flag{[GUID]}');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This template is too easy to guess.')).toBeVisible();
    expect(template).toHaveValue('flag{[GUID]}');
  });
});
