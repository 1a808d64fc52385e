import { screen, waitFor, within } from '@testing-library/react';
import { activityEndpoints } from '@vexil/contract/activity.endpoints';
import { captureSearchEndpoints } from '@vexil/contract/capture-search.endpoints';
import type { MonitorFigures } from '@vexil/contract/monitor';
import { monitorEndpoints } from '@vexil/contract/monitor.endpoints';
import { reviewEndpoints } from '@vexil/contract/review.endpoints';
import { submissionMonitorEndpoints } from '@vexil/contract/submission-monitor.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, disconnect, hold, refuse } from '../../testing/api';
import { holdPhone } from '../../testing/browser';
import { catchDownloads } from '../../testing/downloads';
import { sayLive } from '../../testing/live';
import { renderPage } from '../../testing/render';
import { buildCaptureFinding, buildEvent, buildFinding, buildSubmission, watch } from '../../testing/watch';

const rows = () => screen.getAllByRole('button', { expanded: false }).filter((button) => 'row' in button.dataset);
const lastQuery = (endpoint: typeof submissionMonitorEndpoints.list | typeof activityEndpoints.list) =>
  Object.fromEntries(callsOf(endpoint).at(-1)?.query ?? []);

const at = Date.UTC(2026, 4, 1, 18, 0, 5);
const written = '2026-05-01T18:00:05.000Z';

describe('the submissions of a game', () => {
  it('arrive at the top, and wait while the list is paused', async () => {
    watch({ submissions: [buildSubmission(1)] });
    const { user } = renderPage('/games/1/monitor/submissions');
    expect(await screen.findByRole('button', { name: /Wrong.*Nightjars.*flag\{1\}/ })).toBeVisible();
    sayLive(1, 'ReceivedSubmissions', buildSubmission(2, { status: 'Accepted' }));
    expect(await screen.findByRole('button', { name: /Correct.*Right flag, hidden/ })).toBeVisible();
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringContaining('hidden'),
      expect.stringContaining('flag{1}'),
    ]);

    await user.keyboard('p');
    sayLive(1, 'ReceivedSubmissions', buildSubmission(3));
    expect(await screen.findByText('Paused, 1 new')).toBeVisible();
    expect(screen.queryByText('Live')).not.toBeInTheDocument();
    expect(screen.queryByText('flag{3}')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(screen.getByText('flag{3}')).toBeVisible();
  });

  it('hide right flags until they are asked for, one or all of this tab, and show blanks', async () => {
    const right = buildSubmission(2, { status: 'Accepted', answer: 'flag{2}' });
    const shared = buildSubmission(3, { status: 'CheatDetected', answer: 'flag{3}' });
    watch({ submissions: [shared, right, buildSubmission(1, { answer: 'flag {1}' })] });
    const { user } = renderPage('/games/1/monitor/submissions');
    expect(await screen.findByText('flag·{1}')).toBeVisible();
    expect(screen.queryByText(/flag\{[23]\}/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Correct/, expanded: false }));
    await user.click(screen.getByRole('button', { name: 'Show flag' }));
    expect(screen.getByText('flag{2}')).toBeVisible();
    expect(screen.queryByText('flag{3}')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show right flags', pressed: false }));
    expect(screen.getByText('flag{3}')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show right flags', pressed: true }));
    expect(screen.queryByText('flag{3}')).not.toBeInTheDocument();
  });

  it('have the date beside the time where they are of another day than today', async () => {
    const today = new Date();
    const time = new Date(today.getFullYear() - 1, 10, 3, 4, 5).getTime();
    watch({
      submissions: [buildSubmission(2, { time: today.getTime() }), buildSubmission(1, { time })],
      events: [buildEvent(1, { time })],
    });
    const { user } = renderPage('/games/1/monitor/submissions');
    expect(await screen.findByRole('button', { name: /^11\/3 4:05 AM/ })).toHaveTextContent('flag{1}');
    expect(screen.getByRole('button', { name: /^\d+:\d\d:\d\d [AP]M/ })).toHaveTextContent('flag{2}');
    await user.click(screen.getByRole('link', { name: 'Events' }));
    expect(await screen.findByRole('button', { name: /^11\/3 4:05 AM/ })).toBeVisible();
  });

  it('are filtered by the server and as they arrive, with the filters in the address', async () => {
    watch({ submissions: [buildSubmission(1)] });
    const { user, router } = renderPage('/games/1/monitor/submissions');
    await user.click(await screen.findByRole('button', { name: 'Wrong' }));
    await user.click(await screen.findByRole('button', { name: /flag\{1\}/ }));
    await user.click(screen.getByRole('button', { name: 'Only Nightjars' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ type: 'WrongAnswer', team: 7 }));
    await waitFor(() =>
      expect(lastQuery(submissionMonitorEndpoints.list)).toEqual({ type: 'WrongAnswer', teamId: '7', count: '50' }),
    );
    sayLive(1, 'ReceivedSubmissions', buildSubmission(2, { status: 'Accepted' }));
    sayLive(1, 'ReceivedSubmissions', buildSubmission(3, { team: 'Night Owls', teamId: 8 }));
    sayLive(1, 'ReceivedSubmissions', buildSubmission(4));
    expect(await screen.findByText('flag{4}')).toBeVisible();
    expect(screen.queryByText('flag{2}')).not.toBeInTheDocument();
    expect(screen.queryByText('flag{3}')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('have filters and sheets behind one button on a phone, and the pause in sight', async () => {
    holdPhone();
    watch({ submissions: [buildSubmission(1)] });
    const { user } = renderPage('/games/1/monitor/submissions?team=7');
    await screen.findByText('flag{1}');
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    const filters = within(screen.getByRole('search'));
    expect(filters.queryByRole('link', { name: 'Submission sheet' })).not.toBeInTheDocument();
    await user.click(filters.getByRole('button', { name: 'Filters 1' }));
    expect(filters.getByRole('link', { name: 'Submission sheet' })).toBeVisible();
    await user.click(filters.getByRole('button', { name: 'Wrong' }));
    expect(await filters.findByRole('button', { name: 'Filters 2' })).toHaveAttribute('aria-expanded', 'true');
  });

  it('keep filters as views of this game, which are applied and deleted', async () => {
    watch({ submissions: [buildSubmission(1)] });
    const { user, router } = renderPage('/games/1/monitor/submissions?type=WrongAnswer&team=7');
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name of this view' }), 'Nightjars guessing');
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await user.click(screen.getByRole('button', { name: 'Correct' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ type: 'Accepted' }));
    await user.click(screen.getByRole('button', { name: /^Views/ }));
    await user.click(await screen.findByRole('button', { name: 'Nightjars guessing' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ type: 'WrongAnswer', team: 7 }));
    await user.click(screen.getByRole('button', { name: /^Views/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete the view Nightjars guessing' }));
    expect(screen.queryByRole('button', { name: 'Nightjars guessing' })).not.toBeInTheDocument();
  });

  it('pass over damaged views', async () => {
    localStorage.setItem('views:1:submissions', '[{"name":"whole","search":{"team":7}},{"name":4},null]');
    localStorage.setItem('views:1:events', '{"not": a list');
    watch({ submissions: [buildSubmission(1)] });
    const { user } = renderPage('/games/1/monitor/submissions');
    await user.click(await screen.findByRole('button', { name: /^Views\s*1/ }));
    expect(await screen.findByRole('button', { name: 'whole' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('link', { name: 'Events' }));
    expect(await screen.findByRole('button', { name: 'Views' })).toBeVisible();
  });

  it('are walked through with keys, and lead to their team and challenge', async () => {
    watch({ role: 'Admin', submissions: [buildSubmission(2), buildSubmission(1)] });
    const { user } = renderPage('/games/1/monitor/submissions');
    await screen.findByText('flag{2}');
    await user.keyboard('jj');
    expect(document.activeElement).toHaveTextContent('flag{1}');
    await user.keyboard('k{Enter}');
    expect(await screen.findByText('The flag is wrong.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Team on the scoreboard' })).toHaveAttribute(
      'href',
      '/games/1/scoreboard?team=7',
    );
    expect(screen.getByRole('link', { name: 'Open challenge' })).toHaveAttribute(
      'href',
      '/admin/games/1/challenges/31',
    );
  });

  it('are paged before the last row', async () => {
    watch();
    const all = Array.from({ length: 60 }, (_, index) => buildSubmission(60 - index));
    answer(submissionMonitorEndpoints.list, ({ query }) =>
      all.filter(({ id }) => id < Number(query.get('beforeId') ?? 61)).slice(0, 50),
    );
    const { user } = renderPage('/games/1/monitor/submissions');
    await user.click(await screen.findByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('flag{1}')).toBeInTheDocument();
    expect(lastQuery(submissionMonitorEndpoints.list)).toEqual({ count: '50', beforeId: '11' });
    expect(screen.queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
  });

  it('are exported with all pages that match the filters', async () => {
    const files = catchDownloads();
    watch();
    const all = Array.from({ length: 130 }, (_, index) => buildSubmission(130 - index, { time: at }));
    all[129] = buildSubmission(1, { time: at, answer: '=1+1', user: 'mira, "the owl"' });
    answer(submissionMonitorEndpoints.list, ({ query }) =>
      all.filter(({ id }) => id < Number(query.get('beforeId') ?? 131)).slice(0, Number(query.get('count'))),
    );
    const { user } = renderPage('/games/1/monitor/submissions?type=WrongAnswer&team=7&q=flag');
    await screen.findByText('flag{130}');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(files.size).toBe(1));
    const lines = (await files.get('game-1-submissions.csv'))?.split('\r\n') ?? [];
    expect(lines[0]).toBe('Time,Verdict,Team,Member,Challenge,Flag,Number,Sent with');
    expect(lines[1]).toBe(`${written},Wrong,Nightjars,mira,Cookie jar,flag{130},130,Browser`);
    expect(lines[130]).toBe(`${written},Wrong,Nightjars,"mira, ""the owl""",Cookie jar,'=1+1,1,Browser`);
    expect(lines).toHaveLength(132);
    expect(lastQuery(submissionMonitorEndpoints.list)).toEqual({
      type: 'WrongAnswer',
      teamId: '7',
      text: 'flag',
      count: '100',
      beforeId: '31',
    });
  });

  it('show how far an export is, and why it failed', async () => {
    const files = catchDownloads();
    watch({ submissions: [buildSubmission(1)] });
    const { user } = renderPage('/games/1/monitor/submissions');
    await screen.findByText('flag{1}');
    refuse(submissionMonitorEndpoints.list, 'game.notStarted');
    const release = hold(submissionMonitorEndpoints.list);
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(screen.getByRole('button', { name: 'Rows so far: 0' })).toHaveAttribute('aria-busy', 'true');
    release();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toBeVisible();
    expect(files.size).toBe(0);
  });

  it('are for staff only', async () => {
    watch({ role: 'User' });
    renderPage('/games/1/monitor/submissions');
    expect(await screen.findByText('403')).toBeVisible();
    watch({ role: 'User', game: { staffRole: 'observer' } });
    renderPage('/games/1/monitor/submissions');
    expect(await screen.findByText('No submissions yet')).toBeVisible();
  });
});

describe('the events of a game', () => {
  it('leave out containers on request, and say what failed', async () => {
    watch({ events: [buildEvent(1)] });
    const { user } = renderPage('/games/1/monitor');
    expect(await screen.findByText('Started an instance of Cookie jar')).toBeVisible();
    disconnect(activityEndpoints.list);
    await user.click(screen.getByRole('switch', { name: 'Hide instances' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    answer(activityEndpoints.list, []);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing matches these filters')).toBeVisible();
    expect(lastQuery(activityEndpoints.list)).toEqual({ hideContainer: 'true', count: '50' });
    sayLive(1, 'ReceivedGameEvent', buildEvent(2));
    const values = ['Accepted', 'flag{yes}', 'Cookie jar', '31'];
    sayLive(1, 'ReceivedGameEvent', buildEvent(3, { type: 'FlagSubmit', values }));
    expect(await screen.findByText('Correct: Right flag, hidden for Cookie jar')).toBeVisible();
    expect(screen.queryByText('Started an instance of Cookie jar')).not.toBeInTheDocument();
  });

  it('say why an instance ended', async () => {
    const ended = { type: 'ContainerDestroy' } as const;
    watch({
      events: [
        buildEvent(4, { ...ended, endReason: 'outOfMemory', user: '' }),
        buildEvent(3, { ...ended, endReason: null, user: '' }),
        buildEvent(2, { ...ended, endReason: 'player' }),
      ],
    });
    renderPage('/games/1/monitor');
    expect(await screen.findByText('The instance of Cookie jar ended: it ran out of memory')).toBeVisible();
    expect(screen.getByText('The instance of Cookie jar ended')).toBeVisible();
    expect(screen.getByText('Stopped the instance of Cookie jar')).toBeVisible();
  });
});

describe('the export of the events', () => {
  it('has them in words, without those that are hidden', async () => {
    const files = catchDownloads();
    const values = ['Accepted', 'flag{yes}', 'Cookie jar', '31'];
    watch({ events: [buildEvent(3, { type: 'FlagSubmit', values, time: at }), buildEvent(2, { time: at })] });
    const { user } = renderPage('/games/1/monitor/events?containers=off');
    await screen.findByText('Correct: Right flag, hidden for Cookie jar');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(files.size).toBe(1));
    expect(await files.get('game-1-events.csv')).toBe(
      [
        'Time,Event,Team,Member',
        `${written},Correct: flag{yes} for Cookie jar,Nightjars,mira`,
        `${written},Started an instance of Cookie jar,Nightjars,mira`,
        '',
      ].join('\r\n'),
    );
    expect(lastQuery(activityEndpoints.list)).toEqual({ hideContainer: 'true', count: '100' });
  });
});

describe('shared flags', () => {
  function open(role: 'Admin' | 'Monitor') {
    watch({ role });
    answer(submissionMonitorEndpoints.cheatInfo, [buildFinding(5), buildFinding(4)]);
    answer(submissionMonitorEndpoints.list, ({ query }) =>
      query.get('teamId') === '8' ? [buildSubmission(3, { status: 'Accepted', user: 'otus' })] : [buildSubmission(4)],
    );
    answer(reviewEndpoints.update, undefined);
    return renderPage('/games/1/monitor/cheatinfo');
  }

  it('show both teams beside each other, and suspend one with a reason', async () => {
    const { user } = open('Admin');
    expect(await screen.findByRole('link', { name: /Nightjars.*Night Owls.*Cookie jar.*2 times/ })).toBeVisible();
    const [sender, owner] = screen.getAllByRole('article');
    expect(within(sender as HTMLElement).getByText('Submitted it')).toBeVisible();
    expect(await within(owner as HTMLElement).findByText('Right flag, hidden')).toBeVisible();
    expect(within(sender as HTMLElement).getAllByRole('button', { name: /^Ban account: ./ })[0]).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Suspend Nightjars' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Nightjars?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Sold the flag');
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    await waitFor(() => expect(callsOf(reviewEndpoints.update)).toHaveLength(1));
    expect(callsOf(reviewEndpoints.update).map(({ params, body }) => [params.id, body])).toEqual([
      ['70', { status: 'Suspended', reason: 'Sold the flag' }],
    ]);
  });

  it('show the packets of captured traffic beside what was handed in', async () => {
    open('Monitor');
    answer(captureSearchEndpoints.findings, [
      buildCaptureFinding(2, { side: 'container', isStored: false }),
      buildCaptureFinding(1),
    ]);
    expect(await screen.findByRole('link', { name: /Nightjars.*Night Owls.*2 times.*In traffic/ })).toBeVisible();
    const packets = within(await screen.findByRole('list', { name: 'Packets with the flag' }));
    const [gone, kept] = packets.getAllByRole('listitem');
    expect(gone).toHaveTextContent(/file deleted.*Sent by the instance/);
    expect(kept).toHaveTextContent(/Sent by the client.*stream 3, packet 41, byte 27/);
    expect(packets.getByRole('link', { name: 'Download 01890a5dac96-8F3K2Q.pcap.gz' })).toHaveAttribute(
      'href',
      '/api/game/captures/31/70/01890a5dac96-8F3K2Q.pcap.gz',
    );
    expect(packets.getAllByRole('button', { name: 'Copy the Wireshark filter tcp.stream eq 3' })).toHaveLength(2);
  });

  it('are exported, those in traffic too', async () => {
    const files = catchDownloads();
    const { user } = open('Monitor');
    answer(submissionMonitorEndpoints.cheatInfo, [buildFinding(5, { time: at })]);
    answer(captureSearchEndpoints.findings, [buildCaptureFinding(1, { time: at })]);
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(files.size).toBe(1));
    expect(await files.get('game-1-shared-flags.csv')).toBe(
      [
        'Time,Who submitted it,Member,Whose flag it is,Challenge,Flag,In traffic',
        `${written},Nightjars,mira,Night Owls,Cookie jar,flag{5},`,
        `${written},Nightjars,,Night Owls,Cookie jar,,01890a5dac96-8F3K2Q.pcap.gz`,
        '',
      ].join('\r\n'),
    );
  });

  it('are cases without a submission too, each with an address', async () => {
    watch();
    answer(submissionMonitorEndpoints.cheatInfo, [buildFinding(5)]);
    answer(submissionMonitorEndpoints.list, []);
    answer(captureSearchEndpoints.findings, [
      buildCaptureFinding(9, { challengeId: 32, challenge: 'Tidal Lock', time: Date.now() }),
    ]);
    const { user, router } = renderPage('/games/1/monitor/cheatinfo?case=5');
    await user.click(await screen.findByRole('link', { name: /had in its traffic the flag of.*Tidal Lock/ }));
    expect(router.state.location.search).toEqual({ finding: 9 });
    expect(await screen.findByText('Whose traffic it was in')).toBeVisible();
    expect(screen.getByText('First in traffic')).toBeVisible();
    expect(screen.getAllByRole('link', { name: /Nightjars/ })[0]).toHaveTextContent('Tidal Lock');
  });

  it('arrive live, and offer monitors no decision', async () => {
    open('Monitor');
    answer(submissionMonitorEndpoints.cheatInfo, []);
    expect(await screen.findByText('No shared flags')).toBeVisible();
    answer(submissionMonitorEndpoints.cheatInfo, [buildFinding(5)]);
    sayLive(1, 'ReceivedGameEvent', buildEvent(9, { type: 'CheatDetected', values: ['Cookie jar', 'a', 'b'] }));
    expect(await screen.findByRole('heading', { name: 'Night Owls' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Suspend|Ban/ })).not.toBeInTheDocument();
  });
});

describe('the wall', () => {
  it('shows the figures, and counts them anew after a message', async () => {
    watch();
    const minutes = Array.from({ length: 60 }, (_, index) => ({ time: index * 60_000, right: 1, wrong: 2 }));
    const figures: MonitorFigures = {
      time: 3_600_000,
      minutes,
      submissions: { right: 12, wrong: 34, shared: 1, waiting: 2, waitingSince: 3_540_000 },
      teams: { accepted: 20, active: 15, solved: 9 },
      instances: { running: 7, waiting: 1, ending: 0, failed: 0 },
      challenges: [
        {
          id: 31,
          title: 'Cookie jar',
          category: 'Web',
          customCategory: { name: 'Cloud', icon: 'AI', colour: 'PPC' },
          solves: 5,
          answers: 40,
        },
      ],
    };
    answer(monitorEndpoints.figures, figures);
    renderPage('/games/1/monitor/wall');
    expect(await screen.findByText('Submissions per minute')).toBeVisible();
    expect(screen.getByText('of 20 teams, 9 with a solve')).toBeVisible();
    expect(screen.getByText('for 1 minute')).toBeVisible();
    const list = within(screen.getByRole('list', { name: 'Solves per challenge' }));
    expect(list.getByRole('listitem')).toHaveTextContent(/Cookie jar.*5 solves.*40 submissions/);
    expect(list.getByRole('listitem').style.getPropertyValue('--category')).toBe('var(--category-ppc)');
    answer(monitorEndpoints.figures, { ...figures, submissions: { ...figures.submissions, right: 13 } });
    sayLive(1, 'ReceivedSubmissions', buildSubmission(1));
    expect(await screen.findByText('13')).toBeVisible();
  });
});
