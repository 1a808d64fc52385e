import { screen, waitFor, within } from '@testing-library/react';
import type { ImagePull } from '@vexil/contract/container-image';
import { containerImageEndpoints } from '@vexil/contract/container-image.endpoints';
import { describe, expect, it, vi } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildChallengeEdit, buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const buildPull = (given: Partial<ImagePull> = {}): ImagePull => ({
  engine: 'north',
  image: 'web:1',
  state: 'present',
  percent: null,
  reason: null,
  isKept: false,
  changedAt: Date.now(),
  ...given,
});

const path = '/admin/games/7/challenges/11';
const setUp = (pulls: ImagePull[], containerImage = 'web:1') => {
  organise(buildGameInfo(), [buildChallengeEdit({ type: 'DynamicContainer', containerImage })]);
  answer(containerImageEndpoints.list, pulls);
};
const section = async () => within(await screen.findByRole('region', { name: 'Images on the engines' }));

describe('the images of a challenge', () => {
  it('are shown for every engine, with the reason of a failure', async () => {
    const reason = 'The registry has no image web:1.';
    setUp([
      buildPull(),
      buildPull({ engine: 'south', state: 'failed', reason }),
      buildPull({ engine: 'west', state: 'failed', reason, isKept: true }),
    ]);
    renderPage(path);
    const rows = await (await section()).findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent?.trim())).toEqual([
      'northPresent',
      `southFailed${reason}`,
      `westFailed${reason} The image that was pulled before stays in use.`,
    ]);
  });

  it('are named where there are several', async () => {
    setUp([buildPull(), buildPull({ image: 'database:2' })]);
    renderPage(path);
    const rows = await (await section()).findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent?.trim())).toEqual(['northweb:1Present', 'northdatabase:2Present']);
  });

  it('are fetched every three seconds while one is pulled, and then no more', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    setUp([buildPull({ state: 'pulling', percent: 43 }), buildPull({ engine: 'south', state: 'waiting' })]);
    renderPage(path);
    const shown = await section();
    expect(await shown.findByText('Pulling 43 %')).toBeVisible();
    expect(shown.getByText('Waiting')).toBeVisible();
    answer(containerImageEndpoints.list, [buildPull(), buildPull({ engine: 'south' })]);
    await vi.advanceTimersByTimeAsync(3_000);
    await waitFor(() => expect(shown.getAllByText('Present')).toHaveLength(2));
    const calls = callsOf(containerImageEndpoints.list).length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(callsOf(containerImageEndpoints.list)).toHaveLength(calls);
    vi.useRealTimers();
  });

  it('are pulled again on demand', async () => {
    setUp([buildPull({ state: 'failed', reason: 'The image web:1 could not be pulled.' })]);
    answer(containerImageEndpoints.pull, [buildPull({ state: 'waiting' })]);
    const { user } = renderPage(path);
    const shown = await section();
    await user.click(await shown.findByRole('button', { name: 'Pull again' }));
    expect(await shown.findByText('Waiting')).toBeVisible();
    expect(callsOf(containerImageEndpoints.pull)).toMatchObject([{ params: { id: '7', challengeId: '11' } }]);
  });

  it('can be pulled for a disabled challenge, and say why that was refused', async () => {
    setUp([buildPull({ state: 'unrequested', changedAt: null })]);
    refuse(containerImageEndpoints.pull, 'container.noEngine');
    const { user } = renderPage(path);
    const shown = await section();
    expect(await shown.findByText('Not pulled ahead')).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Pull now' }));
    expect(await shown.findByRole('alert')).toBeVisible();
  });

  it('are absent while the challenge names none, and without an engine that is said', async () => {
    setUp([], '');
    const { unmount } = renderPage(path);
    expect(await screen.findByRole('region', { name: 'Test instance' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Images on the engines' })).not.toBeInTheDocument();
    expect(callsOf(containerImageEndpoints.list)).toEqual([]);
    unmount();
    setUp([]);
    renderPage(path);
    expect(await (await section()).findByText('No container engine is registered.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pull/ })).not.toBeInTheDocument();
  });
});
