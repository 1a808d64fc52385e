import { screen, waitFor, within } from '@testing-library/react';
import { captureEndpoints } from '@vexil/contract/capture.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { renderPage } from '../../testing/render';
import { watch } from '../../testing/watch';

const challenge = { id: 31, title: 'Lost Found', category: 'Web', type: 'DynamicContainer', isEnabled: true } as const;
const team = { id: 70, teamId: 7, name: 'Nightjars', division: null, avatar: null };
const file = (fileName: string, size: number) => ({ fileName, size, updateTime: 1_760_000_000_000 });

describe('recorded traffic', () => {
  beforeEach(() => {
    watch();
    answer(captureEndpoints.challenges, [{ ...challenge, count: 1 }]);
    answer(captureEndpoints.teams, [{ ...team, count: 2 }]);
    answer(captureEndpoints.files, [file('a.pcap.gz', 2048), file('b.pcap.gz', 1024)]);
    answer(captureEndpoints.delete, undefined);
    answer(captureEndpoints.deleteAll, undefined);
  });

  it('is found by challenge and team, and downloaded', async () => {
    const { user } = renderPage('/games/1/monitor/traffic');
    await user.click(await screen.findByRole('link', { name: /Lost Found.*1 team/ }));
    await user.click(await screen.findByRole('link', { name: /Nightjars.*2 files/ }));
    expect(await screen.findByText('2 files · 3 KiB')).toBeVisible();
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('Download a.pcap.gz')).toBe('/api/game/captures/31/70/a.pcap.gz');
    expect(href('Download all')).toBe('/api/game/captures/31/70/all');
  });

  it('is deleted after a question, one file or all of them', async () => {
    const { user } = renderPage('/games/1/monitor/traffic?challenge=31&team=70');
    await user.click(await screen.findByRole('button', { name: 'Delete a.pcap.gz' }));
    answer(captureEndpoints.files, [file('b.pcap.gz', 1024)]);
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete this capture?' })).getByRole('button', {
        name: 'Delete',
      }),
    );
    await waitFor(() => expect(screen.queryByText('a.pcap.gz')).not.toBeInTheDocument());
    expect(callsOf(captureEndpoints.delete)[0]?.params).toEqual({
      challengeId: '31',
      partId: '70',
      filename: 'a.pcap.gz',
    });
    await user.click(screen.getByRole('button', { name: 'Delete all' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 1 capture of Nightjars?' }));
    refuse(captureEndpoints.teams, 'capture.notFound');
    answer(captureEndpoints.files, []);
    await user.click(dialog.getByRole('button', { name: 'Delete all' }));
    expect(await screen.findByText('Nothing recorded yet')).toBeVisible();
    expect(callsOf(captureEndpoints.deleteAll)).toHaveLength(1);
  });

  it('says how to record where no challenge does', async () => {
    answer(captureEndpoints.challenges, []);
    renderPage('/games/1/monitor/traffic');
    expect(await screen.findByText('No challenge records traffic')).toBeVisible();
  });
});
