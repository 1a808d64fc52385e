import { screen, waitFor, within } from '@testing-library/react';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { challengeEditEndpoints } from '@vexil/contract/challenge.endpoints';
import { testContainerEndpoints } from '@vexil/contract/container.endpoints';
import { standardContainerOptions } from '@vexil/contract/container-options';
import type { Division } from '@vexil/contract/division';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { permissionMask } from '@vexil/rules/permission.rules';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildChallengeEdit, buildGameInfo, organise, running } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

function setUp(challenges: ChallengeEdit[], game = buildGameInfo(running())) {
  const stored = challenges;
  organise(game, stored);
  answer(challengeEditEndpoints.update, ({ params, body }) => {
    const challenge = stored.find(({ id }) => id === Number(params.challengeId));
    return Object.assign(challenge ?? {}, body) as ChallengeEdit;
  });
}

const bodies = () =>
  callsOf(challengeEditEndpoints.update).map(({ body }) => {
    const { version: _, ...change } = body as { version: number };
    return change;
  });
const buildDivision = (id: number, name: string, permissions: Parameters<typeof permissionMask>[0]): Division => ({
  id,
  name,
  inviteCode: null,
  defaultPermissions: permissionMask(permissions),
  challengeConfigs: [],
  version: 1,
});
const save = () => screen.findByRole('button', { name: 'Save' });

describe('the list of challenges', () => {
  it('shows flags, solves and missing parts without a request per challenge', async () => {
    const challenges = [
      buildChallengeEdit({ acceptedCount: 3 }),
      buildChallengeEdit({ id: 12, title: 'Lighthouse', type: 'DynamicContainer', flags: [], flagTemplate: 'x[GUID]' }),
    ];
    setUp(challenges, buildGameInfo());
    const { user } = renderPage('/admin/games/7/challenges');
    const row = async (name: string) => {
      const item = (await screen.findByRole('link', { name })).closest('li');
      return within(item ?? document.body);
    };
    expect((await row('Tide tables')).getByText('3 solves')).toBeVisible();
    expect((await row('Tide tables')).getByText('1 flag')).toBeVisible();
    expect((await row('Lighthouse')).getByText('Custom template')).toBeVisible();
    expect((await row('Lighthouse')).getByText('no image yet')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: /^Launch checklist/ }));
    expect(await screen.findByText(/^These container challenges have no image/)).toBeVisible();
    expect(callsOf(challengeEditEndpoints.get)).toEqual([]);
  });
});

describe('enabling a challenge', () => {
  it('asks in a running game, warns about the notice, and changes nothing before', async () => {
    setUp([buildChallengeEdit({ isEnabled: false })]);
    const { user } = renderPage('/admin/games/7/challenges');
    const enable = await screen.findByRole('switch', { name: 'Enable Tide tables' });
    await user.click(enable);

    const dialog = within(await screen.findByRole('dialog', { name: 'Enable Tide tables?' }));
    expect(dialog.getByText(/all players will see the challenge at once and get a notice/)).toBeVisible();
    expect(enable).not.toBeChecked();
    expect(bodies()).toEqual([]);

    await user.click(dialog.getByRole('button', { name: 'Enable and announce' }));
    await waitFor(() => expect(bodies()).toEqual([{ isEnabled: true }]));
    expect(await screen.findByText('Tide tables is enabled')).toBeVisible();
  });

  it('warns that disabling stops running instances', async () => {
    setUp([buildChallengeEdit({ type: 'StaticContainer', containerImage: 'web:1' })]);
    const { user } = renderPage('/admin/games/7/challenges');
    await user.click(await screen.findByRole('switch', { name: 'Enable Tide tables' }));
    expect(await screen.findByText(/all its running instances will be stopped/)).toBeVisible();
  });

  it('needs no confirmation before the start', async () => {
    setUp([buildChallengeEdit({ isEnabled: false })], buildGameInfo());
    const { user } = renderPage('/admin/games/7/challenges');
    await user.click(await screen.findByRole('switch', { name: 'Enable Tide tables' }));
    await waitFor(() => expect(bodies()).toEqual([{ isEnabled: true }]));
  });

  it('shows why it was refused, and stays off', async () => {
    setUp([buildChallengeEdit({ isEnabled: false, flags: [] })], buildGameInfo());
    refuse(challengeEditEndpoints.update, 'challenge.noFlags');
    const { user } = renderPage('/admin/games/7/challenges');
    const enable = await screen.findByRole('switch', { name: 'Enable Tide tables' });
    await user.click(enable);
    expect(await screen.findByText('Add a flag before you enable the challenge.')).toBeVisible();
    expect(enable).not.toBeChecked();
  });
});

describe('the editor of a challenge', () => {
  const path = '/admin/games/7/challenges/11';

  it("sends only the changes, in the contract's units", async () => {
    setUp([buildChallengeEdit()]);
    const { user } = renderPage(path);
    const share = await screen.findByRole('textbox', { name: 'Minimum value' });
    await user.clear(share);
    await user.type(share, '50');
    expect(screen.getByText('Never less than 500 points.')).toBeVisible();
    expect(
      screen.getByText('Points: 1000 for the first team, 774 each after 4 solves, never below 500.'),
    ).toBeVisible();
    await user.click(await save());
    await waitFor(() => expect(bodies()).toEqual([{ minScoreRate: 0.5 }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument());
  });

  it('rejects a percentage above 100 at its field', async () => {
    setUp([buildChallengeEdit()]);
    const { user } = renderPage(path);
    const share = await screen.findByRole('textbox', { name: 'Minimum value' });
    await user.type(share, '{Control>}a{/Control}150');
    await user.click(await save());
    expect(await screen.findByText('Between 0 and 100 %')).toBeVisible();
    expect(bodies()).toEqual([]);
  });

  it('has the flags of a simple challenge on the same page', async () => {
    setUp([buildChallengeEdit()]);
    renderPage(path);
    expect(await screen.findByRole('button', { name: 'Copy flag{at_nine}' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add flags' })).toBeVisible();
  });

  it('says how many files are used and left, and leads to them', async () => {
    const supply = { used: 4, left: 6, waiting: 7, state: 'short' as const };
    setUp([buildChallengeEdit({ type: 'DynamicAttachment', supply })]);
    renderPage(path);
    expect(await screen.findByText('Files used by teams: 4. Left: 6. Accepted teams without one: 7.')).toBeVisible();
    expect(screen.getByText('Not enough for all accepted teams.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Manage files and flags' })).toHaveAttribute(
      'href',
      '/admin/games/7/challenges/11/flags',
    );
  });

  it('moves hints and warns that players get a notice in a running game', async () => {
    setUp([buildChallengeEdit({ hints: ['first', 'second'] })]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Move hint 2 up' }));
    expect(screen.getByText(/saving changed hints sends a notice/)).toBeVisible();
    await user.click(await save());
    await waitFor(() => expect(bodies()).toEqual([{ hints: ['second', 'first'] }]));
  });

  it('asks before leaving for the previous challenge with unsaved changes', async () => {
    setUp([buildChallengeEdit(), buildChallengeEdit({ id: 12, title: 'Lighthouse' })]);
    const { user, router } = renderPage(path);
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
    await user.click(screen.getByRole('button', { name: 'Previous: Lighthouse' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(router.state.location.pathname).toBe(path);
    await user.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games/7/challenges/12'));
    expect(await screen.findByDisplayValue('Lighthouse')).toBeVisible();
  });

  it('previews the unsaved challenge as a player sees it', async () => {
    setUp([buildChallengeEdit()]);
    const { user } = renderPage(path);
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), ' at night');
    await user.click(screen.getByRole('button', { name: 'Preview as player' }));
    const preview = within(await screen.findByRole('dialog', { name: 'Player preview' }));
    expect(preview.getByRole('heading', { name: 'Tide tables at night' })).toBeVisible();
    expect(preview.getByText('1000 points')).toBeVisible();
  });

  it('previews as a team of a division: what it sees, submits and earns', async () => {
    setUp([buildChallengeEdit({ isEnabled: false })]);
    answer(divisionEndpoints.list, [
      buildDivision(1, 'Guests', ['ViewChallenge', 'GetScore']),
      buildDivision(2, 'Students', ['ViewChallenge', 'SubmitFlags']),
      { ...buildDivision(3, 'Alumni', ['ViewChallenge']), challengeConfigs: [{ challengeId: 11, permissions: 0 }] },
    ]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Preview as player' }));
    const preview = within(await screen.findByRole('dialog', { name: 'Player preview' }));
    const division = await preview.findByRole('combobox', { name: 'As a team of' });
    expect(preview.getByText('1000 points')).toBeVisible();
    expect(preview.getByText('Disabled: no team sees it until you enable it.')).toBeVisible();

    await user.selectOptions(division, 'Guests');
    expect(preview.getByText('no points')).toBeVisible();
    expect(preview.getByText('Teams of this division cannot submit flags here.')).toBeVisible();
    expect(preview.getByText('Earns points').parentElement).toHaveTextContent('No effect: Earns points');

    await user.selectOptions(division, 'Students');
    expect(preview.getByText('no points')).toBeVisible();
    expect(preview.getByRole('textbox', { name: 'Flag' })).toBeVisible();

    await user.selectOptions(division, 'Alumni');
    expect(preview.getByText('Not visible')).toBeVisible();
    expect(preview.queryByRole('heading', { name: 'Tide tables' })).not.toBeInTheDocument();
  });

  it('saves before starting a test instance, and shows its address', async () => {
    setUp([buildChallengeEdit({ type: 'StaticContainer', containerImage: 'web:1' })]);
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
    expect(bodies()).toEqual([{ containerImage: 'web:2' }]);
  });

  it('saves ports, companions and readiness as one value', async () => {
    const containerOptions = standardContainerOptions;
    setUp([
      buildChallengeEdit({ type: 'DynamicContainer', containerImage: 'web:1', exposePort: 80, containerOptions }),
    ]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Add port' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of port 1' }), 'admin');
    await user.type(screen.getByRole('textbox', { name: 'Number of port 1' }), '80');
    await user.click(await save());
    expect(await screen.findByText('The same name or port is there twice')).toBeVisible();
    expect(bodies()).toEqual([]);

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
      expect(bodies()).toEqual([
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
    setUp([buildChallengeEdit({ ...perTeam, flagTemplate: 'flag{[TEAM_HASH]}' })]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('switch', { name: /^New flag for each instance/ }));
    await user.click(await save());
    expect(await screen.findByText(/^Only where each team has a flag of its own/)).toBeVisible();
    expect(bodies()).toEqual([]);
  });

  it('saves a new flag for each instance', async () => {
    setUp([buildChallengeEdit({ ...perTeam, flagTemplate: 'flag{[GUID]}' })]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('switch', { name: /^New flag for each instance/ }));
    await user.click(await save());
    const containerOptions = { ...standardContainerOptions, rotateFlag: true };
    await waitFor(() => expect(bodies()).toEqual([{ containerOptions }]));
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
    setUp([buildChallengeEdit({ type: 'StaticContainer', testContainer: { ...testContainer, ticket: 'abc-_1' } })]);
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
    setUp([buildChallengeEdit({ type: 'StaticContainer', testContainer })]);
    answer(testContainerEndpoints.extend, { ...testContainer, expectStopAt: now + 7_200_000 });
    answer(testContainerEndpoints.log, { text: 'listening on 80\n' });
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Extend to two hours' }));
    expect(await screen.findByText('The test instance runs for two more hours')).toBeVisible();
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

  it('shows why a test instance did not start', async () => {
    setUp([buildChallengeEdit({ type: 'StaticContainer', containerImage: 'web:1' })]);
    refuse(testContainerEndpoints.create, 'container.noEngine');
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    expect(await screen.findByText('Instances cannot be started on this platform.')).toBeVisible();
  });

  it('sets a link as attachment, and refuses an invalid one', async () => {
    setUp([buildChallengeEdit()]);
    answer(challengeEditEndpoints.setAttachment, undefined);
    const { user } = renderPage(path);
    const link = await screen.findByRole('textbox', { name: 'Or a link' });
    await user.click(link);
    await user.paste('ftp://example.org');
    await user.click(await save());
    expect(await screen.findByText('Must start with https:// or http://')).toBeVisible();
    await user.clear(link);
    await user.click(link);
    await user.paste('https://example.org/a.zip');
    await user.click(await save());
    await waitFor(() =>
      expect(callsOf(challengeEditEndpoints.setAttachment).map(({ body }) => body)).toEqual([
        { attachmentType: 'Remote', remoteUrl: 'https://example.org/a.zip' },
      ]),
    );
    expect(bodies()).toEqual([]);
  });
});
