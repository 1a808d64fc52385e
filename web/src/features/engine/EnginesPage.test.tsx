import { screen, waitFor, within } from '@testing-library/react';
import type { Engine } from '@vexil/contract/engine';
import { engineEndpoints } from '@vexil/contract/engine.endpoints';
import { describe, expect, it, vi } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { signIn } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const build = (given: Partial<Engine> = {}): Engine => ({
  name: 'east',
  kind: 'docker',
  state: 'active',
  isUp: true,
  lastError: null,
  seenAt: Date.now(),
  isLimited: true,
  memoryMiB: 4096,
  memoryUsedMiB: 1536,
  cpuTenths: 40,
  cpuUsedTenths: 5,
  running: 3,
  starting: 0,
  waiting: 0,
  ending: 0,
  runtimes: ['runc', 'runsc'],
  ...given,
});

const empty = { running: 0, memoryUsedMiB: 0, cpuUsedTenths: 0 };

function open(engines: Engine[], waiting = 0) {
  signIn({ role: 'Admin' });
  answer(engineEndpoints.list, { waiting, engines });
  return renderPage('/admin/engines');
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);

describe('the page of container engines', () => {
  it('is for administrators only', async () => {
    signIn({ role: 'Monitor' });
    renderPage('/admin/engines');
    await screen.findByRole('heading', { name: 'Access denied' });
    expect(callsOf(engineEndpoints.list)).toHaveLength(0);
    // React logs the error that this page is shown for.
    vi.spyOn(console, 'error').mockClear();
  });

  it('says where engines come from when there is none', async () => {
    open([]);
    expect(await screen.findByText('No container engines yet')).toBeVisible();
    expect(screen.getByText(/^Workers register the engines/)).toBeVisible();
  });

  it('shows state, load and room, and how many starts wait', async () => {
    open(
      [
        build({ starting: 2, ending: 1 }),
        build({
          ...empty,
          name: 'west',
          kind: 'kubernetes',
          state: 'draining',
          isUp: false,
          lastError: 'connect ECONNREFUSED',
          isLimited: false,
          memoryMiB: null,
          cpuTenths: null,
          runtimes: [],
        }),
      ],
      7,
    );
    const east = await rowOf('east');
    for (const text of ['Docker · runsc', 'Active', 'Starting: 2 · Stopping: 1', '1.5 GiB of 4 GiB', '0.5 of 4']) {
      expect(east.getByText(text)).toBeVisible();
    }
    expect(east.getByText(/^Running: 3/)).toBeVisible();
    expect(east.queryByText('Shown for orientation, not a limit')).not.toBeInTheDocument();
    const west = await rowOf('west');
    for (const text of [
      'Kubernetes',
      'Draining',
      'Does not answer: connect ECONNREFUSED',
      'Shown for orientation, not a limit',
    ]) {
      expect(west.getByText(text)).toBeVisible();
    }
    expect(screen.getByRole('status')).toHaveTextContent('Starts that wait for an engine: 7');
  });

  it.each([
    ['Drain', 'active', 'draining', /Instances on it stay until their end/],
    ['Resume', 'draining', 'active', /gets new instances again/],
    ['Resume', 'removed', 'active', /gets new instances again/],
    ['Remove', 'draining', 'removed', /even while a worker still registers it/],
  ] as const)('asks before: %s of an engine that is %s', async (verb, state, next, text) => {
    const { user } = open([build({ ...empty, state })]);
    answer(engineEndpoints.update, build({ state: next }));
    await user.click(await screen.findByRole('button', { name: `${verb}: east` }));
    const dialog = within(await screen.findByRole('dialog', { name: `${verb} east?` }));
    expect(dialog.getByText(text)).toBeVisible();
    expect(callsOf(engineEndpoints.update)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: verb }));
    await waitFor(() => expect(callsOf(engineEndpoints.update)).toHaveLength(1));
    const [sent] = callsOf(engineEndpoints.update);
    expect(sent?.params.name).toBe('east');
    expect(sent?.body).toEqual({ state: next, giveUp: false });
    await waitFor(() => expect(callsOf(engineEndpoints.list).length).toBeGreaterThan(1));
  });

  it('removes an engine with instances only when they are given up', async () => {
    const { user } = open([build({ starting: 1 })]);
    answer(engineEndpoints.update, build({ ...empty, state: 'removed' }));
    await user.click(await screen.findByRole('button', { name: 'Remove: east' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove east?' }));
    expect(dialog.getByText(/Instances still on it: 4/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Remove' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: 'Give these instances up' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(callsOf(engineEndpoints.update)).toHaveLength(1));
    expect(callsOf(engineEndpoints.update)[0]?.body).toEqual({ state: 'removed', giveUp: true });
  });

  it('offers no removal of an engine that is removed', async () => {
    open([build({ ...empty, state: 'removed' })]);
    expect(await screen.findByRole('button', { name: 'Resume: east' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove: east' })).not.toBeInTheDocument();
  });
});
