import { screen, waitFor, within } from '@testing-library/react';
import type { FileRecord } from '@vexil/contract/capture';
import { captureEndpoints } from '@vexil/contract/capture.endpoints';
import type { CaptureMatch, CaptureSearch } from '@vexil/contract/capture-search';
import { captureSearchEndpoints } from '@vexil/contract/capture-search.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { renderPage } from '../../testing/render';
import { watch } from '../../testing/watch';

const kind = { category: 'Web', customCategory: null, type: 'DynamicContainer' } as const;
const challenge = { id: 31, title: 'Lost Found', ...kind, isEnabled: true } as const;
const team = { id: 70, teamId: 7, name: 'Nightjars', division: null, avatar: null };
const file = (fileName: string, size: number | null, values: Partial<FileRecord> = {}): FileRecord => ({
  fileName,
  size,
  writtenBytes: null,
  updateTime: 1_760_000_000_000,
  isOpen: false,
  startTime: 1_759_999_000_000,
  connections: 2,
  clients: ['203.0.113.7'],
  missingBytes: 0,
  ...values,
});

describe('recorded traffic', () => {
  beforeEach(() => {
    watch();
    answer(captureEndpoints.challenges, [{ ...challenge, count: 1 }]);
    answer(captureEndpoints.teams, [{ ...team, count: 2 }]);
    answer(captureEndpoints.files, [file('a.pcap.gz', 2048), file('b.pcap.gz', 1024)]);
    answer(captureEndpoints.delete, undefined);
    answer(captureEndpoints.deleteAll, undefined);
    answer(captureSearchEndpoints.list, []);
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

  it('is shown with its connections, while it is recorded too', async () => {
    const clients = ['203.0.113.7', '2001:db8::7', '198.51.100.2', '198.51.100.3', '198.51.100.4'];
    answer(captureEndpoints.files, [
      file('a.pcap.gz', null, { writtenBytes: 2048, isOpen: true, connections: 5, clients }),
      file('b.pcap.gz', 1024, { missingBytes: 3 * 1024 * 1024 }),
      file('c.pcap.gz', 1024, { connections: null, clients: [], startTime: null }),
    ]);
    renderPage('/games/1/monitor/traffic?challenge=31&team=70');
    await screen.findByText('a.pcap.gz');
    const items = screen.getAllByRole('listitem').filter((item) => /pcap/.test(item.textContent ?? ''));
    const [open, gaps, byHand] = items;
    expect(open).toHaveTextContent('Recording5 connections from 203.0.113.7, 2001:db8::7, 198.51.100.2 and 2 more');
    expect(gaps).toHaveTextContent('2 connections from 203.0.113.7 · 3 MiB not recorded');
    expect(byHand).not.toHaveTextContent('connection');
  });

  it('names an instance that all teams share', async () => {
    answer(captureEndpoints.teams, [{ ...team, id: 0, teamId: 0, name: null, count: 1 }]);
    const { user } = renderPage('/games/1/monitor/traffic?challenge=31');
    await user.click(await screen.findByRole('link', { name: /All teams, shared instance/ }));
    expect(await screen.findByRole('heading', { name: 'All teams, shared instance' })).toBeVisible();
    expect(callsOf(captureEndpoints.files)[0]?.params).toEqual({ challengeId: '31', partId: '0' });
  });

  it('says so where instances are reached on published ports', async () => {
    renderPage('/games/1/monitor/traffic');
    expect(await screen.findByText('Nothing is recorded')).toBeVisible();
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
    await waitFor(() => expect(screen.getByRole('link', { name: 'b.pcap.gz' })).toHaveFocus());
    expect(callsOf(captureEndpoints.delete)[0]?.params).toEqual({
      challengeId: '31',
      partId: '70',
      filename: 'a.pcap.gz',
    });
    await user.click(screen.getByRole('button', { name: 'Delete all' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 1 capture of Nightjars?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete all' }));
    await waitFor(() => expect(callsOf(captureEndpoints.deleteAll)).toHaveLength(1));
  });

  it.each(['all', 'the last file'])('leaves nothing that asks for a team’s files when %s is deleted', async (what) => {
    const { id } = search();
    answer(captureEndpoints.files, [file('a.pcap.gz', 2048)]);
    answer(captureSearchEndpoints.list, [search()]);
    answer(captureSearchEndpoints.get, { ...search(), matches: [match()] });
    const { user, router, queryClient } = renderPage(`/games/1/monitor/traffic?challenge=31&team=70&find=${id}`);
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'a.pcap.gz' })).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: what === 'all' ? 'Delete all' : 'Delete a.pcap.gz' }));
    const dialog = within(await screen.findByRole('dialog'));
    answer(captureEndpoints.challenges, [{ ...challenge, count: 0 }]);
    answer(captureSearchEndpoints.list, [search({ matchCount: 0 })]);
    answer(captureSearchEndpoints.get, { ...search({ matchCount: 0 }), matches: [] });
    const before = [captureEndpoints.files, captureEndpoints.teams].map((each) => callsOf(each).length);
    await user.click(dialog.getByRole('button', { name: /^Delete/ }));
    expect(await screen.findByText('Nothing recorded yet')).toBeVisible();
    expect(await screen.findByText('Nothing found')).toBeVisible();
    expect(screen.getByText('0 matches')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'a.pcap.gz' })).not.toBeInTheDocument();
    expect(router.state.location.search).toEqual({ challenge: 31, find: id });
    await waitFor(() => expect(screen.getByRole('link', { name: /Lost Found/ })).toHaveFocus());
    await queryClient.refetchQueries({ type: 'active' });
    expect([captureEndpoints.files, captureEndpoints.teams].map((each) => callsOf(each).length)).toEqual(before);
  });

  it('says how to record where no challenge does', async () => {
    answer(captureEndpoints.challenges, []);
    renderPage('/games/1/monitor/traffic');
    expect(await screen.findByText('No challenge records traffic')).toBeVisible();
  });
});

const search = (values: Partial<CaptureSearch> = {}): CaptureSearch => ({
  id: '01890a5d-ac96-774b-bcce-00000000000a',
  kind: 'text',
  pattern: 'secret',
  ignoreCase: false,
  challengeId: null,
  challenge: null,
  participationId: null,
  team: null,
  state: 'done',
  error: null,
  filesTotal: 2,
  filesDone: 2,
  filesUnread: 0,
  bytesRead: 4096,
  matchCount: 1,
  isTruncated: false,
  createdAt: Date.now() - 60_000,
  endedAt: Date.now() - 59_000,
  userName: 'ora',
  ...values,
});

const match = (values: Partial<CaptureMatch> = {}): CaptureMatch => ({
  challengeId: 31,
  challenge: 'Lost Found',
  participationId: 70,
  team: 'Nightjars',
  fileName: 'a.pcap.gz',
  stream: 3,
  clientPort: 10_002,
  side: 'client',
  offset: 27,
  length: 6,
  packet: 41,
  time: 1_760_000_000_000,
  filter: 'tcp.stream eq 3',
  owner: null,
  isForeign: false,
  before: 'PASS ',
  content: 'secret',
  after: '..',
  ...values,
});

describe('searches in recorded traffic', () => {
  const { id } = search();
  beforeEach(() => {
    watch();
    answer(captureEndpoints.challenges, [{ ...challenge, count: 1 }]);
    answer(captureEndpoints.teams, [{ ...team, count: 2 }]);
    answer(captureEndpoints.files, []);
    answer(captureSearchEndpoints.list, []);
  });

  it('are started for what is shown, and lead to the packets', async () => {
    const { user, router } = renderPage('/games/1/monitor/traffic?challenge=31&team=70');
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'secret');
    await user.click(screen.getByRole('checkbox', { name: 'Ignore case of a–z' }));
    await user.click(screen.getByRole('combobox', { name: 'Search in' }));
    const scopes = await screen.findAllByRole('option');
    expect(scopes.map(({ textContent }) => textContent)).toEqual([
      'All captures of the game',
      'Lost Found, all teams',
      'Lost Found, Nightjars',
      'Nightjars, all challenges',
    ]);
    await user.click(screen.getByRole('option', { name: 'Lost Found, Nightjars' }));
    const started = search({ challengeId: 31, challenge: 'Lost Found', participationId: 70, team: 'Nightjars' });
    answer(captureSearchEndpoints.create, started);
    answer(captureSearchEndpoints.list, [started]);
    answer(captureSearchEndpoints.get, {
      ...started,
      matches: [match(), match({ fileName: 'b.pcap.gz', side: 'container' })],
    });
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(await screen.findByRole('heading', { name: 'Found: secret' })).toBeVisible();
    expect(callsOf(captureSearchEndpoints.create).map(({ body }) => body)).toEqual([
      { kind: 'text', pattern: 'secret', ignoreCase: true, challengeId: 31, participationId: 70 },
    ]);
    expect(router.state.location.search).toMatchObject({ challenge: 31, team: 70, find: id });
    expect(screen.getByRole('link', { name: 'a.pcap.gz' })).toHaveAttribute(
      'href',
      '/api/game/captures/31/70/a.pcap.gz',
    );
    expect(screen.getByRole('link', { name: 'b.pcap.gz' })).toBeVisible();
    const items = screen.getAllByRole('listitem').filter((item) => /packet/.test(item.textContent ?? ''));
    expect(items[0]).toHaveTextContent(/PASS secret\.\.Sent by the client · .* · stream 3, packet 41, byte 27/);
    expect(items[1]).toHaveTextContent('Sent by the instance');
    expect(screen.getAllByRole('button', { name: 'Copy the Wireshark filter tcp.stream eq 3' })).toHaveLength(2);
  });

  it('say whose flags were found', async () => {
    const { user } = renderPage('/games/1/monitor/traffic');
    await user.click(await screen.findByRole('radio', { name: 'Flags of teams' }));
    expect(screen.queryByRole('textbox', { name: 'Text' })).not.toBeInTheDocument();
    const started = search({ kind: 'flag', pattern: null, matchCount: 3 });
    const flag = { before: null, content: null, after: null };
    answer(captureSearchEndpoints.create, started);
    answer(captureSearchEndpoints.list, [started]);
    answer(captureSearchEndpoints.get, {
      ...started,
      matches: [
        match({ ...flag, owner: 'Nightjars' }),
        match({ ...flag, owner: 'Night Owls', isForeign: true }),
        match({ ...flag, offset: 99 }),
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(await screen.findByText('Flag of Night Owls')).toBeVisible();
    expect(screen.getByText('Flag of Nightjars')).toBeVisible();
    expect(screen.getByText('Flag of a deleted team')).toBeVisible();
    expect(callsOf(captureSearchEndpoints.create).map(({ body }) => body)).toEqual([
      { kind: 'flag', pattern: null, ignoreCase: false },
    ]);
  });

  it('are refused beside their field, or with the reason', async () => {
    const { user } = renderPage('/games/1/monitor/traffic');
    await user.click(await screen.findByRole('button', { name: 'Find' }));
    expect(screen.getByText('Enter what to search for.')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Regular expression' }));
    const field = screen.getByRole('textbox', { name: 'Regular expression' });
    await user.type(field, '(');
    refuse(captureSearchEndpoints.create, 'capture.patternInvalid');
    await user.click(screen.getByRole('button', { name: 'Find' }));
    await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'));
    refuse(captureSearchEndpoints.create, 'capture.searchLimit', { title: 'Three at a time' });
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(await screen.findByText('Three at a time')).toBeVisible();
  });

  it('are followed while they run, kept in a list, and deleted', async () => {
    const slow = { state: 'failed', error: 'patternTooSlow', pattern: '(a+)+$', kind: 'regex' } as const;
    answer(captureSearchEndpoints.list, [
      search({ state: 'running', filesTotal: 40, filesDone: 12, matchCount: 0 }),
      search({ id: '01890a5d-ac96-774b-bcce-00000000000b', ...slow }),
      search({ id: '01890a5d-ac96-774b-bcce-00000000000c', pattern: 'x;', matchCount: 1000, isTruncated: true }),
      search({ id: '01890a5d-ac96-774b-bcce-00000000000d', pattern: 'y', filesUnread: 2, matchCount: 0 }),
    ]);
    answer(captureSearchEndpoints.get, { ...search({ matchCount: 0 }), matches: [] });
    answer(captureSearchEndpoints.remove, undefined);
    const { user } = renderPage(`/games/1/monitor/traffic?find=${id}`);
    expect(await screen.findByText('Nothing found')).toBeVisible();
    const list = within(screen.getByRole('list', { name: 'Searches' }));
    const texts = list.getAllByRole('link').map(({ textContent }) => textContent);
    expect(texts[0]).toContain('0 matches · 12 of 40 files');
    expect(texts[1]).toContain('This expression takes too long');
    expect(texts[2]).toContain('The first 1000 matches');
    expect(texts[3]).toContain('0 matches · 2 files could not be read');
    answer(captureSearchEndpoints.list, []);
    await user.click(list.getByRole('button', { name: 'Delete the search for secret' }));
    await waitFor(() => expect(screen.queryByText('Nothing found')).not.toBeInTheDocument());
    expect(callsOf(captureSearchEndpoints.remove).map(({ params }) => params)).toEqual([{ id: '1', searchId: id }]);
  });
});
