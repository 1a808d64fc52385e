import { screen, waitFor, within } from '@testing-library/react';
import { ownDataEndpoints } from '@vexil/contract/own-data.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { renderUi } from '../../testing/render';
import { OwnDataPanel } from './OwnDataPanel';

const now = Date.now();
const made = { requestedAt: now, readyAt: null, expiresAt: null, sizeBytes: null };
const ready = { requestedAt: now, readyAt: now, expiresAt: now + 259_200_000, sizeBytes: 2048 };

beforeEach(() => answer(ownDataEndpoints.erasure, null));

describe('the panel of the own data', () => {
  it('asks for an archive, waits for it, and offers it', async () => {
    answer(ownDataEndpoints.export, null);
    answer(ownDataEndpoints.requestExport, made);
    const { user } = renderUi(<OwnDataPanel />);
    await user.click(await screen.findByRole('button', { name: 'Request archive' }));
    expect(await screen.findByText(/archive is being made/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /archive/ })).not.toBeInTheDocument();
    answer(ownDataEndpoints.export, ready);
    expect(await screen.findByRole('button', { name: 'Download archive' }, { timeout: 5000 })).toBeVisible();
    expect(screen.getByText('2 KiB')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Request archive' })).not.toBeInTheDocument();
    expect(callsOf(ownDataEndpoints.requestExport)).toHaveLength(1);
  });

  it('offers another one a day later', async () => {
    answer(ownDataEndpoints.export, { ...ready, requestedAt: now - 86_400_000 });
    renderUi(<OwnDataPanel />);
    expect(await screen.findByRole('button', { name: 'Request archive' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download archive' })).toBeVisible();
  });

  it('says why it could not be asked for', async () => {
    answer(ownDataEndpoints.export, null);
    refuse(ownDataEndpoints.requestExport, 'request.unavailable');
    const { user } = renderUi(<OwnDataPanel />);
    await user.click(await screen.findByRole('button', { name: 'Request archive' }));
    await waitFor(() => expect(callsOf(ownDataEndpoints.requestExport)).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'Request archive' })).toBeEnabled();
  });

  it('has the account erased after a question, and keeps it on another thought', async () => {
    answer(ownDataEndpoints.export, null);
    answer(ownDataEndpoints.requestErasure, { requestedAt: now, dueAt: now + 1_209_600_000 });
    answer(ownDataEndpoints.keepAccount, undefined);
    const { user } = renderUi(<OwnDataPanel />);
    await user.click(await screen.findByRole('button', { name: 'Erase account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Erase your account?' });
    expect(callsOf(ownDataEndpoints.requestErasure)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Erase account' }));
    await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByRole('button', { name: 'Erase account' })).toBeVisible();
    expect(callsOf(ownDataEndpoints.keepAccount)).toHaveLength(1);
  });

  it('says in the dialog which team has to be handed over', async () => {
    answer(ownDataEndpoints.export, null);
    refuse(ownDataEndpoints.requestErasure, 'account.leadsPlayingTeam', { title: 'Rockets plays in a running game.' });
    const { user } = renderUi(<OwnDataPanel />);
    await user.click(await screen.findByRole('button', { name: 'Erase account' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Erase account' }));
    expect(await within(dialog).findByText(/Rockets plays/)).toBeVisible();
  });
});
