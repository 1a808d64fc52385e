import { screen, waitFor, within } from '@testing-library/react';
import { writeupEndpoints } from '@vexil/contract/writeup.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { renderUi } from '../../testing/render';
import { answerUploads } from '../../testing/uploads';
import { WriteupPanel } from './WriteupPanel';

const hour = 3_600_000;
const none = { submitted: false, name: '#', fileSize: 0, note: 'Say **how**.', uploadTimeUtc: null };
const stored = { ...none, submitted: true, name: 'Writeup-1-7.pdf', fileSize: 2048, uploadTimeUtc: Date.now() - hour };
const pdf = (name = 'Ours.PDF') => new File(['%PDF-1.7'], name, { type: '' });

const input = () => screen.getByLabelText('Choose a file', { selector: 'input' });

describe('the writeup of a team', () => {
  it('is handed in as a PDF, whatever its ending is written like', async () => {
    answer(writeupEndpoints.get, none);
    const sent = answerUploads();
    const { user } = renderUi(<WriteupPanel gameId={1} deadline={Date.now() + hour} />);
    expect(await screen.findByText('Not handed in yet')).toBeVisible();
    expect(await screen.findByText('how')).toBeVisible();
    answer(writeupEndpoints.get, stored);
    await user.upload(input(), pdf());
    expect(await screen.findByText('Handed in')).toBeVisible();
    expect(screen.getByText('Writeup-1-7.pdf')).toBeVisible();
    const file = sent[0]?.get('file') as File;
    expect([file.name, file.type]).toEqual(['Ours.pdf', 'application/pdf']);
  });

  it('is replaced only after a confirmation', async () => {
    answer(writeupEndpoints.get, stored);
    const sent = answerUploads();
    const { user } = renderUi(<WriteupPanel gameId={1} deadline={Date.now() + hour} />);
    await screen.findByText('Handed in');
    await user.upload(input(), pdf('Second.pdf'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace the writeup of your team?' }));
    expect(dialog.getByText(/Second\.pdf/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('shows why the server refuses a file', async () => {
    answer(writeupEndpoints.get, none);
    const refusal = { title: 'The file is not a PDF.', status: 400, code: 'writeup.notPdf' };
    answerUploads(400, JSON.stringify(refusal));
    const { user } = renderUi(<WriteupPanel gameId={1} deadline={Date.now() + hour} />);
    await screen.findByText('Not handed in yet');
    await user.upload(input(), pdf());
    expect(await screen.findByRole('alert')).toHaveTextContent(/PDF/);
  });

  it('is only shown after its deadline', async () => {
    answer(writeupEndpoints.get, none);
    renderUi(<WriteupPanel gameId={1} deadline={Date.now() - hour} />);
    expect(await screen.findByText('Not handed in')).toBeVisible();
    expect(screen.queryByText('Choose a file')).toBeNull();
    expect(callsOf(writeupEndpoints.get)).toHaveLength(1);
  });

  it('reports a failed request', async () => {
    refuse(writeupEndpoints.get, 'request.failed');
    renderUi(<WriteupPanel gameId={1} deadline={Date.now() + hour} />);
    expect(await screen.findByText('The state of your writeup could not be loaded')).toBeVisible();
  });
});
