import { act, screen, waitFor, within } from '@testing-library/react';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import type { ContainerChanged } from '@vexil/contract/container';
import { containerEndpoints } from '@vexil/contract/container.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, hold } from '../../testing/api';
import { buildConfig } from '../../testing/builders';
import { sayLive } from '../../testing/live';
import { buildBoardChallenge, buildChallenge, buildInstance, play } from '../../testing/play';
import { renderPage } from '../../testing/render';

const instance = (given: Partial<ContainerChanged>) => buildInstance({ challengeId: 32, ...given });

/** The page of challenge 31, without an instance, of a team that may have two. */
async function open(instances: ContainerChanged[], { endsOldest = true } = {}) {
  const titles = ['Cookie jar', 'Named Buoy', 'Hungry Crane', 'Signal Mast'];
  play({
    game: { containerCountLimit: 2 },
    challenges: titles.map((title, index) => buildBoardChallenge({ id: 31 + index, title, category: 'Pwn' })),
  });
  answer(challengeEndpoints.get, buildChallenge({ type: 'StaticContainer', category: 'Pwn' }));
  answer(containerEndpoints.list, instances);
  answer(configEndpoints.client, buildConfig({ autoDestroyOnLimitReached: endsOldest }));
  answer(gameEndpoints.list, { data: [], length: 0, total: 0 });
  hold(containerEndpoints.create);
  const view = renderPage('/games/1/challenges?challenge=31');
  const block = within(await screen.findByRole('region', { name: 'Instance' }));
  return { ...view, press: async () => view.user.click(await block.findByRole('button', { name: 'Start instance' })) };
}

const started = () => callsOf(containerEndpoints.create).length;

describe('a start at the limit of the team', () => {
  it('asks whether the oldest instance may end, and names its challenge', async () => {
    const { user, press } = await open([
      instance({ challengeId: 34, isShared: true }),
      instance({ challengeId: 33 }),
      instance({ challengeId: 32, state: 'starting' }),
    ]);
    await press();
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop the instance of Hungry Crane?' }));
    expect(started()).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(started()).toBe(0);
    await user.keyboard('i');
    await user.click(await screen.findByRole('button', { name: 'Stop it and start this one' }));
    await waitFor(() => expect(started()).toBe(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('starts at once below the limit, and where no instance is ended for another', async () => {
    const { press, unmount } = await open([instance({ challengeId: 33 }), instance({ state: 'stopping' })]);
    await press();
    await waitFor(() => expect(started()).toBe(1));
    unmount();
    const other = await open([instance({ challengeId: 33 }), instance({})], { endsOldest: false });
    await other.press();
    await waitFor(() => expect(started()).toBe(2));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('informs the team which instance was ended', async () => {
    await open([instance({ challengeId: 33 })]);
    act(() => sayLive(1, 'ContainerChanged', instance({ challengeId: 33, state: 'destroyed', endReason: 'limit' })));
    const words = 'The instance of Hungry Crane was stopped because your team started another one.';
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('is left to the challenge by the command palette', async () => {
    const { user, router } = await open([instance({ challengeId: 33 }), instance({})]);
    await act(() => router.navigate({ to: '/games/$id/notices', params: { id: 1 } }));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByPlaceholderText('Go to a page or run a command'), 'start instance');
    await user.click(await screen.findByRole('button', { name: /^Start instance: Cookie jar/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/games/1/challenges'));
    expect(router.state.location.search).toMatchObject({ challenge: 31 });
    expect(started()).toBe(0);
  });
});
