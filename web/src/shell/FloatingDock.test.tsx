import { screen, waitFor, within } from '@testing-library/react';
import { containerEndpoints } from '@vexil/contract/container.endpoints';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf } from '../testing/api';
import { buildBoardChallenge, buildInstance, play } from '../testing/play';
import { renderPage } from '../testing/render';

const instance = buildInstance({ entry: 'ctf.example.org:40123', expectStopAt: Date.now() + 30 * 60_000 });

beforeEach(() => play({ challenges: [buildBoardChallenge({ category: 'Pwn' })] }));
afterEach(() => sessionStorage.clear());

const handle = () => screen.findByRole('button', { name: '1 instance of your team' });

describe('the dock of instances', () => {
  it('stands on the other pages of the game and outside, with address, extension and stop', async () => {
    answer(containerEndpoints.list, [instance]);
    const { user, router } = renderPage('/games/1/challenges');
    await screen.findByRole('region', { name: /instance of your team/i });
    expect(screen.queryByRole('button', { name: '1 instance of your team' })).not.toBeInTheDocument();
    // The dock comes once the page is there.
    await waitFor(() => expect(localStorage.getItem('runningInstances')).not.toBeNull());
    await router.navigate({ to: '/about' });
    await user.click(await handle());
    const dock = within(await screen.findByRole('complementary', { name: 'Instance' }));
    expect(dock.getByRole('link', { name: 'Cookie jar' })).toHaveAttribute('href', '/games/1/challenges?challenge=31');
    expect(dock.getByRole('button', { name: 'Copy address' })).toBeVisible();
    expect(dock.getByRole('button', { name: 'Extend the instance of Cookie jar' })).toBeVisible();
    answer(containerEndpoints.destroy, undefined);
    await user.click(dock.getByRole('button', { name: 'Stop the instance of Cookie jar' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(callsOf(containerEndpoints.destroy)).toHaveLength(1));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: '1 instance of your team' })).not.toBeInTheDocument(),
    );
    expect(localStorage.getItem('runningInstances')).toBeNull();
  });

  it('asks for nothing where this browser saw no instance', async () => {
    answer(containerEndpoints.list, [instance]);
    renderPage('/games/1/notices');
    await screen.findByRole('heading', { level: 1 });
    expect(callsOf(containerEndpoints.list)).toHaveLength(0);
    expect(screen.queryByRole('complementary', { name: 'Instance' })).not.toBeInTheDocument();
  });
});
