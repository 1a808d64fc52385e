import { act, screen, waitFor, within } from '@testing-library/react';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { containerEndpoints } from '@vexil/contract/container.endpoints';
import type { LivePayload } from '@vexil/contract/live';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, hold, refuse } from '../../testing/api';
import { sayLive } from '../../testing/live';
import { buildBoardChallenge, buildChallenge, buildInstance, play } from '../../testing/play';
import { renderPage } from '../../testing/render';
import { instanceAddress, type ShownPort, shownPorts, shownWay } from './instance-address';

const minute = 60_000;
const entry = 'play.example.org:31337';
const command = 'nc play.example.org 31337';
const nothing = { closeTime: null, instanceEntry: null, url: null, fileSize: null, files: [], connection: null };

const say = (given: Partial<LivePayload<'ContainerChanged'>>) =>
  act(() => sayLive(1, 'ContainerChanged', buildInstance({ entry: null, expectStopAt: null, ...given })));

async function open(minutesLeft?: number) {
  const closeTime = minutesLeft === undefined ? null : Date.now() + minutesLeft * minute;
  const context = closeTime === null ? nothing : { ...nothing, closeTime, instanceEntry: entry };
  answer(challengeEndpoints.get, buildChallenge({ type: 'StaticContainer', category: 'Pwn', context }));
  const { user } = renderPage('/games/1/challenges?challenge=31');
  return { user, block: within(await screen.findByRole('region', { name: 'Instance' })) };
}

beforeEach(() => play({ challenges: [buildBoardChallenge({ category: 'Pwn' })] }));

describe('the list of running instances', () => {
  it("lists the team's instances, whichever browser started them", async () => {
    answer(containerEndpoints.list, [buildInstance({ entry, expectStopAt: Date.now() + 30 * minute })]);
    renderPage('/games/1/challenges');
    const dock = within(await screen.findByRole('region', { name: /instance/i }));
    expect(dock.getByText('Cookie jar')).toBeVisible();
    expect(dock.getByText(/ends in/i)).toBeVisible();
  });
});

describe('the instance of a challenge', () => {
  it('is shown without stop and extension where all teams share it', async () => {
    const shared = { type: 'StaticContainer', category: 'Pwn', isShared: true } as const;
    answer(
      challengeEndpoints.get,
      buildChallenge({ ...shared, context: { ...nothing, closeTime: Date.now() + 5 * minute, instanceEntry: entry } }),
    );
    const { queryClient } = renderPage('/games/1/challenges?challenge=31');
    const block = within(await screen.findByRole('region', { name: 'Instance' }));
    expect(block.getByText('All teams share this instance. Only staff can stop it.')).toBeVisible();
    expect(block.getByText(command)).toBeVisible();
    expect(block.queryByRole('button', { name: 'Stop' })).toBeNull();
    expect(block.queryByRole('button', { name: /Extend/ })).toBeNull();
    // A list that is still on its way would replace what the message brings.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    say({ state: 'running', entry, isShared: true, userName: null });
    const dock = within(screen.getByRole('region', { name: /instance.* of your team/i }));
    expect(dock.getByText('All teams share this instance. Only staff can stop it.')).toBeVisible();
    expect(dock.getByRole('button', { name: 'Copy address' })).toBeVisible();
    expect(dock.queryByRole('button', { name: /Stop|Extend/ })).toBeNull();
  });

  it('shows its lifetime, starts, and shows how to reach it', async () => {
    const { user, block } = await open();
    expect(block.getByText('Runs for 120 minutes and is shared by your team.')).toBeVisible();
    const now = Date.now();
    answer(containerEndpoints.create, {
      status: 'Running',
      startedAt: now,
      expectStopAt: now + 120 * minute,
      entry,
      ports: [],
    });
    const release = hold(containerEndpoints.create);
    await user.click(block.getByRole('button', { name: 'Start instance' }));
    expect(await block.findByText('Starting')).toBeVisible();
    say({ state: 'requested', position: 3 });
    expect(await block.findByText('3 starts are ahead of yours.')).toBeVisible();
    release();
    expect(await block.findByText(command)).toBeVisible();
    expect(block.getByRole('button', { name: 'Copy address' })).toBeVisible();
  });

  it('shows starts and stops by teammates live, in both lists', async () => {
    const { block } = await open();
    say({ state: 'starting' });
    expect(await block.findByText('Started by bo.')).toBeVisible();
    say({ state: 'running', entry, expectStopAt: Date.now() + 60 * minute });
    expect(await block.findByText(command)).toBeVisible();
    expect(screen.getByRole('link', { name: /Cookie jar.*Instance running/ })).toBeVisible();
    expect(screen.getByRole('heading', { name: '1 instance of your team' })).toBeVisible();
    say({ state: 'destroyed' });
    expect(await block.findByRole('button', { name: 'Start instance' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: /instance of your team/ })).not.toBeInTheDocument();
  });

  it('shows how long the queue takes, that there is no room, and gives up on request', async () => {
    const { user, block } = await open();
    say({ state: 'requested', position: 0, waitSeconds: 90 });
    expect(await block.findByText('Yours is next. Ready in about 2 minutes.')).toBeVisible();
    say({ state: 'requested', position: 2, waitSeconds: null, isFull: true });
    expect(
      await block.findByText(/^There is no room for more instances.* 2 starts are ahead of yours\.$/),
    ).toBeVisible();
    answer(containerEndpoints.destroy, undefined);
    await user.click(block.getByRole('button', { name: 'Cancel' }));
    expect(await block.findByRole('button', { name: 'Start instance' })).toBeVisible();
    expect(callsOf(containerEndpoints.destroy)).toHaveLength(1);
  });

  it('shows a start that waits for room as queued, not as refused', async () => {
    const { user, block } = await open();
    refuse(containerEndpoints.create, 'container.startFailed');
    await user.click(block.getByRole('button', { name: 'Start instance' }));
    expect(await block.findByRole('alert')).toHaveTextContent(/could not be started/);
    refuse(containerEndpoints.create, 'container.full', { retryAfterSeconds: 160 });
    const containerId = '01890a5d-ac96-774b-bcce-b302099a8057';
    const waits = { state: 'requested', entry: null, expectStopAt: null, position: 0, waitSeconds: 160 } as const;
    const rest = { requestedAt: Date.now(), ports: [], isFull: true, isShared: false, userName: 'bo', endReason: null };
    answer(containerEndpoints.list, [{ challengeId: 31, containerId, ...waits, ...rest }]);
    await user.click(block.getByRole('button', { name: 'Start instance' }));
    expect(await block.findByText(/Yours is next\. Ready in about 3 minutes\./)).toBeVisible();
    expect(block.getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(block.queryByRole('alert')).toBeNull();
  });

  it('forgets a refused start once a teammate has started it', async () => {
    const { user, block } = await open();
    refuse(containerEndpoints.create, 'container.tooSoon', {
      title: 'Wait 8 s before the next start or stop.',
      retryAfterSeconds: 8,
    });
    await user.click(block.getByRole('button', { name: 'Start instance' }));
    expect(await block.findByRole('alert')).toHaveTextContent('Wait 8 s before the next start or stop.');
    say({ state: 'starting' });
    expect(await block.findByText('Started by bo.')).toBeVisible();
    expect(block.queryByRole('alert')).toBeNull();
  });

  it('shows every port with its name and kind, live and after a reply', async () => {
    const { block } = await open(50);
    const ports = [
      { name: 'main', kind: 'tcp' as const, entry, url: null, tls: false },
      { name: 'admin', kind: 'http' as const, entry: 'play.example.org:31338', url: null, tls: false },
    ];
    say({ state: 'running', entry, ports, expectStopAt: Date.now() + 60 * minute });
    const admin = within(await block.findByRole('region', { name: 'Port admin' }));
    expect(admin.getByRole('link')).toHaveAttribute('href', 'http://play.example.org:31338/');
    expect(admin.getByText('curl -i http://play.example.org:31338/')).not.toBeVisible();
    expect(admin.getByRole('button', { name: 'Copy address of port admin' })).toBeVisible();
    const main = within(block.getByRole('region', { name: 'Port main' }));
    expect(main.getByText('nc play.example.org 31337')).toBeVisible();
  });

  it('has one way and one button at hand, and the others behind a word', async () => {
    const { user, block } = await open(50);
    expect(await block.findByText(command)).toBeVisible();
    expect(block.getByText(entry)).not.toBeVisible();
    await user.click(block.getByText('Other ways to connect'));
    for (const other of [entry, 'ssh -p 31337 play.example.org', `curl -i http://${entry}/`]) {
      expect(block.getByRole('button', { name: `Copy ${other}` })).toBeVisible();
    }
  });

  it('offers the program for a relayed instance, before the other ways', async () => {
    const { block } = await open(50);
    expect(block.queryByRole('link', { name: /vexil-connect/ })).toBeNull();
    const relayed = '01890a5d-ac96-774b-bcce-b302099a8057';
    say({ state: 'running', entry: relayed, expectStopAt: Date.now() + 60 * minute });
    const link = await block.findByRole('link', { name: 'vexil-connect.py (Python)' });
    expect(link).toHaveAttribute('href', '/connect/vexil-connect.py');
    expect(block.getByText(/^python3 vexil-connect.py ws/)).toBeVisible();
    expect(block.getByText(/^websocat/)).not.toBeVisible();
  });

  it('says why an instance ended that was not stopped', async () => {
    const { block } = await open(50);
    say({ state: 'destroyed', endReason: 'outOfMemory' });
    expect(await block.findByText(/needed more memory than the challenge allows/)).toBeVisible();
    await waitFor(() => expect(screen.getAllByText(/needed more memory than the challenge/)).toHaveLength(2));
    expect(await block.findByRole('button', { name: 'Start instance' })).toBeVisible();
    say({ state: 'starting' });
    expect(await block.findByText('Started by bo.')).toBeVisible();
    say({ state: 'destroyed', endReason: null });
    expect(await block.findByText('No instance running')).toBeVisible();
    expect(block.queryByText(/needed more memory/)).toBeNull();
  });

  it('says that the organisers ended it, and that its time was over', async () => {
    const { block } = await open(50);
    say({ state: 'destroyed', endReason: 'staff' });
    expect(await block.findByText('The organisers stopped the instance.')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('The organisers stopped the instance.')).toHaveLength(2));
    say({ state: 'destroyed', endReason: 'expired' });
    expect(await block.findByText('The instance ended because its time was over.')).toBeVisible();
  });

  it.each([
    [{ state: 'destroyed', endReason: 'exited' } as const, /^The instance ended by itself/],
    [{ state: 'failed', endReason: null } as const, 'The instance failed to start'],
  ])('still says after a reload how the last one ended: %j', async (lastEnd, words) => {
    answer(
      challengeEndpoints.get,
      buildChallenge({ type: 'StaticContainer', category: 'Pwn', context: nothing, lastEnd }),
    );
    renderPage('/games/1/challenges?challenge=31');
    const block = within(await screen.findByRole('region', { name: 'Instance' }));
    expect(block.getByText(words)).toBeVisible();
    expect(block.getByRole('button', { name: 'Start instance' })).toBeEnabled();
  });

  it('refetches the address when the message does not contain the host', async () => {
    const { block } = await open();
    say({ state: 'starting' });
    expect(await block.findByText('Started by bo.')).toBeVisible();
    const expectStopAt = Date.now() + 60 * minute;
    const context = { ...nothing, closeTime: expectStopAt, instanceEntry: entry };
    answer(challengeEndpoints.get, buildChallenge({ type: 'StaticContainer', category: 'Pwn', context }));
    const containerId = '01890a5d-ac96-774b-bcce-b302099a8057';
    const stored = {
      challengeId: 31,
      containerId,
      state: 'running' as const,
      requestedAt: Date.now(),
      position: null,
      ports: [],
      waitSeconds: null,
      isFull: false,
      isShared: false,
      userName: 'bo',
    };
    answer(containerEndpoints.list, [{ ...stored, entry, expectStopAt, endReason: null }]);
    say({ state: 'running', entry: null, expectStopAt });
    expect(await block.findByText(command)).toBeVisible();
    expect(screen.getByRole('heading', { name: '1 instance of your team' })).toBeVisible();
  });

  it('can be extended in the last minutes only', async () => {
    const { block } = await open(50);
    expect(await block.findByRole('button', { name: 'Extend by 120 minutes' })).toBeDisabled();
    expect(block.getByText('Available in the last 10 minutes.')).toBeVisible();
  });

  it('promises no more time than the game has left', async () => {
    const end = Date.now() + 12 * minute + 30_000;
    play({ game: { end, practiceMode: false }, challenges: [buildBoardChallenge({ category: 'Pwn' })] });
    const { block } = await open(5);
    expect(await block.findByRole('button', { name: 'Extend by 7 minutes' })).toBeEnabled();
    const expectStopAt = end + 60 * minute;
    say({ state: 'running', entry, expectStopAt });
    expect(await block.findByText('It runs until the game is over.')).toBeVisible();
    expect(block.queryByRole('button', { name: /Extend/ })).toBeNull();
    expect(block.getByRole('timer')).toHaveTextContent(/^00:12:/);
  });

  it("is extended after the server's reply", async () => {
    const { user, block } = await open(5);
    const now = Date.now();
    answer(containerEndpoints.extend, {
      status: 'Running',
      startedAt: now,
      expectStopAt: now + 125 * minute,
      entry,
      ports: [],
    });
    await user.click(await block.findByRole('button', { name: 'Extend by 120 minutes' }));
    await waitFor(() => expect(block.getByRole('timer')).toHaveTextContent(/^02:0/));
  });

  it('asks for confirmation before stopping', async () => {
    const { user, block } = await open(50);
    answer(containerEndpoints.destroy, undefined);
    await user.click(await block.findByRole('button', { name: 'Stop' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(callsOf(containerEndpoints.destroy)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    expect(await block.findByRole('button', { name: 'Start instance' })).toBeVisible();
  });

  it('says after a reload why the last start failed', async () => {
    const lastEnd = { state: 'failed', endReason: 'unreachable' } as const;
    answer(challengeEndpoints.get, buildChallenge({ type: 'StaticContainer', category: 'Pwn', lastEnd }));
    renderPage('/games/1/challenges?challenge=31');
    const block = within(await screen.findByRole('region', { name: 'Instance' }));
    expect(block.getByText(/^Its service did not answer in time. Try again/)).toBeVisible();
    say({ state: 'failed', endReason: 'noCapacity' });
    expect(await block.findByText(/^There was no room for it. Try again/)).toBeVisible();
  });

  it('shows how long it has been starting, and stops the start once servers allow that', async () => {
    const { user, block } = await open();
    say({ state: 'starting', requestedAt: Date.now() - 2_000 });
    expect(await block.findByRole('timer')).toHaveTextContent(/^00:00:0/);
    expect(block.getByRole('button', { name: 'Stop' })).toBeDisabled();
    say({ state: 'starting', requestedAt: Date.now() - 12_000 });
    await waitFor(() => expect(block.getByRole('button', { name: 'Stop' })).toBeEnabled());
    answer(containerEndpoints.destroy, undefined);
    await user.click(block.getByRole('button', { name: 'Stop' }));
    expect(await block.findByRole('button', { name: 'Start instance' })).toBeVisible();
    expect(callsOf(containerEndpoints.destroy)).toHaveLength(1);
  });

  it('says once why a start failed', async () => {
    refuse(containerEndpoints.create, 'container.startFailed', { title: 'Your service could not be started.' });
    const { user, block } = await open();
    await user.click(block.getByRole('button', { name: 'Start instance' }));
    say({ state: 'failed' });
    expect(await block.findByText('The instance failed to start')).toBeVisible();
    expect(block.getByText('Your service could not be started.')).toBeVisible();
    expect(block.queryByText(/If it keeps failing/)).toBeNull();
    expect(block.queryByRole('alert')).toBeNull();
  });

  it('shows in place why it did not start', async () => {
    refuse(containerEndpoints.create, 'container.limitReached', { title: 'Your team runs as many as it may.' });
    const { user, block } = await open();
    await user.click(block.getByRole('button', { name: 'Start instance' }));
    expect(await block.findByRole('alert')).toHaveTextContent('Your team runs as many as it may.');
    expect(block.getByRole('button', { name: 'Start instance' })).toBeEnabled();
  });
});

describe('instanceAddress', () => {
  const plain = { name: 'main', isWeb: false, isSsh: false, url: null, tls: false };
  const linesOf = (port: Partial<ShownPort> & { entry: string }) =>
    instanceAddress({ ...plain, ...port }, 'https://ctf.example.org').lines.map(({ line }) => line);

  it('begins with what fits: a URL for web challenges, ssh for a shell, nc for the rest', () => {
    const entry = '10.0.0.1:80';
    const web = instanceAddress({ ...plain, entry, isWeb: true }, 'https://ctf.example.org');
    expect([web.url, shownWay(web)]).toEqual([`http://${entry}/`, `http://${entry}/`]);
    expect(web.lines.map(({ line }) => line)).toEqual(['curl -i http://10.0.0.1:80/', 'nc 10.0.0.1 80']);
    expect(linesOf({ entry, isSsh: true })).toEqual(['ssh -p 80 10.0.0.1', 'nc 10.0.0.1 80']);
    expect(linesOf({ entry: '[::1]:80' })[0]).toBe('nc ::1 80');
  });

  it('knows a shell by its port', () => {
    const port = { name: 'main', kind: 'ssh', entry: 'a:22', url: null, tls: false } as const;
    expect(shownPorts({ entry: 'a:22', ports: [port] }, 'Web')[0]).toMatchObject({ isSsh: true, isWeb: false });
  });

  it("uses the platform's proxy where it is on", () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const relay = `wss://ctf.example.org/api/proxy/${id}`;
    expect(instanceAddress({ ...plain, entry: id }, 'https://ctf.example.org')).toEqual({
      text: relay,
      url: null,
      lines: [
        { tool: 'python3', line: `python3 vexil-connect.py ${relay}` },
        { tool: 'websocat', line: `websocat --binary - ${relay}` },
      ],
    });
    expect(linesOf({ entry: `${id}?port=admin` })[0]).toBe(`python3 vexil-connect.py "${relay}?port=admin"`);
  });

  it('speaks TLS with the host name where the port asks for it', () => {
    const entry = 'aaaa.play-ctf.net:8443';
    const { text, url } = instanceAddress({ ...plain, entry, tls: true }, 'https://ctf.example.org');
    expect([text, url]).toEqual([entry, null]);
    expect(linesOf({ entry, tls: true })).toEqual([
      'python3 vexil-connect.py tls://aaaa.play-ctf.net:8443',
      'ncat --ssl aaaa.play-ctf.net 8443',
      'openssl s_client -quiet -servername aaaa.play-ctf.net -connect aaaa.play-ctf.net:8443',
    ]);
  });

  it('is the URL of an HTTP port with a host name', () => {
    const url = 'https://aaaa.play-ctf.net/';
    const port = { ...plain, entry: 'aaaa.play-ctf.net:443', isWeb: true, url, tls: true };
    expect(instanceAddress(port, 'https://ctf.example.org')).toEqual({
      text: url,
      url,
      lines: [{ tool: 'curl', line: `curl -i ${url}` }],
    });
  });
});
