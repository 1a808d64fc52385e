import { screen, waitFor, within } from '@testing-library/react';
import { standardContainerOptions } from '@vexil/contract/container-options';
import { testContainerEndpoints } from '@vexil/contract/container-test.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { edit, sentChanges } from '../../testing/edited-challenges';
import { buildChallengeEdit } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const path = '/admin/games/7/challenges/11';
const save = () => screen.findByRole('button', { name: 'Save' });

describe('the container of a challenge', () => {
  it('saves before starting a test instance, and shows its address', async () => {
    edit([buildChallengeEdit({ type: 'StaticContainer', containerImage: 'web:1' })]);
    const now = Date.now();
    answer(testContainerEndpoints.create, {
      status: 'Running',
      startedAt: now,
      expectStopAt: now + 7_200_000,
      entry: 'ctf.example.org:31337',
      ports: [],
      ticket: null,
    });
    const { user } = renderPage(path);
    const image = await screen.findByRole('textbox', { name: 'Image' });
    await user.clear(image);
    await user.type(image, 'web:2');
    await user.click(screen.getByRole('button', { name: 'Save and start' }));
    expect(await screen.findByText('ctf.example.org:31337')).toBeVisible();
    expect(sentChanges()).toEqual([{ containerImage: 'web:2' }]);
  });

  it('saves ports, companions and readiness as one value', async () => {
    const containerOptions = standardContainerOptions;
    edit([buildChallengeEdit({ type: 'DynamicContainer', containerImage: 'web:1', exposePort: 80, containerOptions })]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Add port' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of port 1' }), 'admin');
    await user.type(screen.getByRole('textbox', { name: 'Number of port 1' }), '80');
    await user.click(await save());
    expect(await screen.findByText('This name or port is used twice')).toBeVisible();
    expect(sentChanges()).toEqual([]);

    await user.type(screen.getByRole('textbox', { name: 'Number of port 1' }), '80');
    await user.click(screen.getByRole('button', { name: 'Add companion' }));
    const companion = within(screen.getByRole('region', { name: 'Companion 1' }));
    await user.type(companion.getByRole('textbox', { name: 'Name' }), 'db');
    await user.type(companion.getByRole('textbox', { name: 'Image' }), 'postgres:17');
    await user.type(companion.getByRole('textbox', { name: 'Environment variables' }), 'MODE=a=b');
    await user.click(screen.getByRole('radio', { name: 'A page answers' }));
    await user.click(await save());
    const companions = [
      { name: 'db', image: 'postgres:17', environment: { MODE: 'a=b' }, memoryMiB: 64, cpuTenths: 1 },
    ];
    await waitFor(() =>
      expect(sentChanges()).toEqual([
        {
          containerOptions: {
            ...containerOptions,
            ports: [{ name: 'admin', port: 8080, kind: 'tcp' }],
            companions,
            readiness: { kind: 'http', path: '/', timeoutSeconds: 30 },
          },
        },
      ]),
    );
  });

  const perTeam = { type: 'DynamicContainer', containerImage: 'web:1', exposePort: 80 } as const;

  it('refuses a new flag for each instance where the template has no choice', async () => {
    edit([buildChallengeEdit({ ...perTeam, flagTemplate: 'flag{[TEAM_HASH]}' })]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('switch', { name: /^New flag for each instance/ }));
    await user.click(await save());
    expect(await screen.findByText(/^Needs a flag per team/)).toBeVisible();
    expect(sentChanges()).toEqual([]);
  });

  it('saves a new flag for each instance', async () => {
    edit([buildChallengeEdit({ ...perTeam, flagTemplate: 'flag{[GUID]}' })]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('switch', { name: /^New flag for each instance/ }));
    await user.click(await save());
    const containerOptions = { ...standardContainerOptions, rotateFlag: true };
    await waitFor(() => expect(sentChanges()).toEqual([{ containerOptions }]));
  });

  it('shows an address with a ticket, for programs without a session', async () => {
    const entry = '01890a5d-ac96-774b-bcce-b302099a8057';
    const testContainer = {
      ports: [],
      status: 'Running' as const,
      startedAt: 0,
      expectStopAt: Date.now() + 60_000,
      entry,
    };
    edit([buildChallengeEdit({ type: 'StaticContainer', testContainer: { ...testContainer, ticket: 'abc-_1' } })]);
    renderPage(path);
    const relay = location.origin.replace(/^http/, 'ws');
    expect(await screen.findByText(`${relay}/api/proxy/noinst/${entry}?ticket=abc-_1`)).toBeVisible();
  });

  it('extends a test instance, and follows its log', async () => {
    const now = Date.now();
    const testContainer = {
      ports: [],
      status: 'Running' as const,
      startedAt: now,
      expectStopAt: now + 60_000,
      entry: 'a:1',
      ticket: null,
    };
    edit([buildChallengeEdit({ type: 'StaticContainer', testContainer })]);
    answer(testContainerEndpoints.extend, { ...testContainer, expectStopAt: now + 7_200_000 });
    answer(testContainerEndpoints.log, { text: 'listening on 80\n' });
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Extend to two hours' }));
    const section = within(screen.getByRole('region', { name: 'Test instance' }));
    await waitFor(() => expect(section.getByRole('timer')).toHaveTextContent(/^0(1:59|2:00):/));
    expect(callsOf(testContainerEndpoints.log)).toHaveLength(0);

    await user.click(screen.getByRole('button', { name: 'Log' }));
    const log = within(await screen.findByRole('region', { name: 'Log' }));
    expect(await log.findByText('listening on 80')).toBeVisible();
    answer(testContainerEndpoints.log, { text: 'listening on 80\nGET /flag\n' });
    expect(await log.findByText(/GET \/flag/)).toBeVisible();

    await user.click(log.getByRole('switch', { name: 'Follow' }));
    answer(testContainerEndpoints.log, { text: null });
    await user.click(log.getByRole('button', { name: 'Refresh' }));
    expect(await log.findByText('No worker answered in time.')).toBeVisible();
  });

  it('shows no address of a start under way, but its time, and stops it', async () => {
    const startedAt = Date.now() - 65_000;
    const testContainer = {
      ports: [],
      status: 'Pending' as const,
      startedAt,
      expectStopAt: 0,
      entry: 'x',
      ticket: null,
    };
    edit([buildChallengeEdit({ type: 'StaticContainer', testContainer })]);
    answer(testContainerEndpoints.destroy, undefined);
    const { user } = renderPage(path);
    const section = within(await screen.findByRole('region', { name: 'Test instance' }));
    expect(section.getByText('Starting')).toBeVisible();
    expect(section.getByRole('timer')).toHaveTextContent(/^00:01:/);
    expect(section.queryByText(/noinst/)).toBeNull();
    expect(section.queryByRole('button', { name: 'Copy address' })).toBeNull();
    await user.click(section.getByRole('button', { name: 'Stop' }));
    expect(await section.findByRole('button', { name: 'Start' })).toBeVisible();
    expect(callsOf(testContainerEndpoints.destroy)).toHaveLength(1);
  });

  it('shows after a reload why the last start failed, with what the container wrote', async () => {
    const lastFailure = {
      at: Date.now() - 60_000,
      team: null,
      reason: 'It ended. Exit code: 2.',
      lastLines: 'no config',
    };
    edit([buildChallengeEdit({ type: 'StaticContainer', containerImage: 'web:1', lastFailure })]);
    renderPage(path);
    const section = within(await screen.findByRole('region', { name: 'Test instance' }));
    expect(section.getByText('The last start failed')).toBeVisible();
    expect(section.getByText('It ended. Exit code: 2.')).toBeVisible();
    expect(section.getByText('no config')).toBeVisible();
  });

  it('shows why a test instance did not start', async () => {
    edit([buildChallengeEdit({ type: 'StaticContainer', containerImage: 'web:1' })]);
    refuse(testContainerEndpoints.create, 'container.noEngine');
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    expect(await screen.findByText('Instances cannot be started on this platform.')).toBeVisible();
  });
});
