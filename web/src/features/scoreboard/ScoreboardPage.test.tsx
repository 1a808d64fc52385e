import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { scoreboardDelta } from '@vexil/rules/scoreboard.diff.rules';
import { computeScoreboard, type ScoreboardFacts } from '@vexil/rules/scoreboard.rules';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, callsOf, disconnect, refuse } from '../../testing/api';
import { boardTimes, buildBoard, buildFacts } from '../../testing/boards';
import { holdPhone } from '../../testing/browser';
import { buildDetailedGame, visit } from '../../testing/builders';
import { sayLive } from '../../testing/live';
import { renderPage } from '../../testing/render';

const boxHeight = 600;

function setUp(facts: ScoreboardFacts, ownTeam: string | null = null) {
  answer(gameEndpoints.get, buildDetailedGame({ ...boardTimes(), teamName: ownTeam, status: 'Unsubmitted' }));
  answer(scoreboardEndpoints.get, buildBoard(facts));
  answer(noticeEndpoints.list, []);
}

// jsdom has no layout; virtualised rows need the size of their container.
let layout: { mockRestore(): void }[] = [];
beforeEach(() => {
  visit();
  layout = [
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(boxHeight),
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200),
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000),
  ];
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, options?: unknown) {
    this.scrollTop = (options as ScrollToOptions).top ?? 0;
    fireEvent.scroll(this);
  } as typeof HTMLElement.prototype.scrollTo;
});
// Not restoreAllMocks: the console spy must stay.
afterEach(() => {
  for (const one of layout) one.mockRestore();
});

/** In windows that are too low for it, a tool opens the chart. */
const strip = () => screen.queryByRole('button', { name: /^Open the chart/ });
const standings = () => within(screen.getByRole('table', { name: 'Standings' }));
const names = () =>
  standings()
    .queryAllByRole('rowheader')
    .map((cell) => within(cell).getAllByRole('button')[0]?.textContent);
const table = () => screen.findByRole('table', { name: 'Standings' });

describe('a board that the reader may not see', () => {
  it.each([
    ['scoreboard', 'Staff', 'The staff of the game see it.'],
    ['teams/7', 'Participants', 'Members of accepted teams see it.'],
    ['embed', 'SignedIn', 'Accounts that are signed in see it.'],
    ['present', 'Staff', 'The staff of the game see it.'],
  ] as const)(
    'at %s is a sentence on who may, without a request or a link to it',
    async (page, boardVisibility, text) => {
      setUp(buildFacts({ teams: 3, solves: [] }));
      const hidden = { boardVisibility, boardVisible: false };
      answer(gameEndpoints.get, buildDetailedGame({ ...boardTimes(), ...hidden }));
      renderPage(`/games/1/${page}`);
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.getByRole('heading', { name: 'The scoreboard is not public' })).toBeVisible();
      expect(screen.queryByRole('link', { name: 'Scoreboard' })).toBeNull();
      expect(callsOf(scoreboardEndpoints.get)).toHaveLength(0);
    },
  );

  it('goes from the page at once where the setting changes, and returns', async () => {
    setUp(buildFacts({ teams: 3, solves: [] }));
    renderPage('/games/1/scoreboard');
    await table();
    const game = buildDetailedGame(boardTimes());
    answer(gameEndpoints.get, { ...game, boardVisibility: 'Staff', boardVisible: false });
    sayLive(1, 'GameChanged', { gameId: 1 });
    expect(await screen.findByText('The staff of the game see it.')).toBeVisible();
    expect(screen.queryByRole('table', { name: 'Standings' })).toBeNull();
    answer(gameEndpoints.get, game);
    sayLive(1, 'GameChanged', { gameId: 1 });
    expect(await table()).toBeVisible();
  });
});

describe('the scoreboard page', () => {
  it('renders the visible rows of a long table, with their row numbers', async () => {
    setUp(buildFacts({ teams: 2000, solves: [[7, 31]] }));
    renderPage('/games/1/scoreboard');
    expect(await table()).toHaveAttribute('aria-rowcount', '2002');
    expect(names()[0]).toBe('Team 7');
    expect(names().length).toBeLessThan(60);
    const [, first] = standings().getAllByRole('row');
    expect(first).toHaveAttribute('aria-rowindex', '3');
    expect(within(first as HTMLElement).getByRole('cell', { name: 'First blood, 525' })).toBeInTheDocument();
  });

  it('shows what awards and penalties add, and in the drawer why; a delta takes one back', async () => {
    const given = { participationId: 1, givenAt: Date.now(), reversedAt: null, time: boardTimes().start + 1000 };
    const fine = { ...given, id: 1, points: -200, reason: 'Attacked the platform.', label: 'Rules' };
    const quiz = { ...given, id: 2, points: 50, reason: 'Won the quiz.', label: null };
    const hint = { ...given, id: 3, points: 0, reason: 'Hint', label: null, challengeId: 31 };
    const facts = { ...buildFacts({ teams: 3, solves: [[1, 31]] }), awards: [fine, quiz, hint] };
    setUp(facts);
    const { user } = renderPage('/games/1/scoreboard');
    await table();
    expect(names()[0]).toBe('Team 1');
    expect(standings().getByText('-150').parentElement).toHaveTextContent('375-150');
    await user.click(standings().getByRole('button', { name: 'Team 1' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(drawer.getByText('Attacked the platform.').closest('li')).toHaveTextContent('Rules-200');
    expect(drawer.getByText('Won the quiz.').closest('li')).toHaveTextContent('+50');
    expect(drawer.getByText('Hint').closest('li')).toHaveTextContent(/^Hint.+0/);

    const back = { ...facts, awards: [{ ...fine, reversedAt: Date.now() }, quiz] };
    const delta = scoreboardDelta(computeScoreboard(facts, Date.now()), computeScoreboard(back, Date.now() + 1));
    act(() => sayLive(1, 'ScoreboardChanged', { gameId: 1, from: 1, version: 2, delta }));
    await waitFor(() => expect(drawer.queryByText('Attacked the platform.')).toBeNull());
    expect(drawer.getByText('Won the quiz.')).toBeVisible();
  });

  it('shows the own team an award at once', async () => {
    setUp(buildFacts(), 'Team 1');
    renderPage('/games/1/scoreboard');
    await table();
    const award = { gameId: 1, id: 3, points: -50, reason: 'Late writeup.', label: null, challengeId: null };
    act(() => sayLive(1, 'AwardChanged', { ...award, reversed: false }));
    expect(await screen.findByText('-50 points for your team')).toBeVisible();
    expect(screen.getByText('Late writeup.')).toBeVisible();
    act(() => sayLive(1, 'AwardChanged', { ...award, reversed: true }));
    expect(await screen.findByText('Taken back: -50 points')).toBeVisible();
  });

  it('names the category of a column whose head has room for its icon only', async () => {
    setUp(buildFacts());
    renderPage('/games/1/scoreboard');
    await table();
    const column = standings().getByRole('button', { name: /^Cookie jar Web, / });
    expect(column).toHaveAttribute('data-hint', expect.stringMatching(/^Cookie jar · Web · /));
  });

  it('searches within a division, and keeps both in the URL', async () => {
    setUp(buildFacts({ teams: 30, divisionOf: (team) => (team % 2 ? 1 : 9) }));
    const { user, router } = renderPage('/games/1/scoreboard?division=9');
    await table();
    expect(names()).toHaveLength(15);
    await user.type(screen.getByRole('searchbox', { name: 'Search teams' }), 'team 1');
    await waitFor(() => expect(names()).toEqual(['Team 10', 'Team 12', 'Team 14', 'Team 16', 'Team 18']));
    expect(router.state.location.search).toMatchObject({ division: 9, q: 'team 1' });
    expect(screen.getByText('5 of 30 teams')).toBeVisible();
  });

  it('shows that it is frozen, and staff that theirs is live', async () => {
    setUp(buildFacts({ teams: 2 }));
    const frozen = { ...boardTimes(), freezeTime: Date.now() - 1000, isFrozen: true };
    answer(gameEndpoints.get, buildDetailedGame(frozen));
    const { unmount } = renderPage('/games/1/scoreboard');
    await table();
    expect(screen.getByRole('complementary', { name: 'The scoreboard is frozen' })).toBeVisible();
    expect(screen.getByText('Board frozen')).toBeVisible();
    unmount();
    answer(gameEndpoints.get, buildDetailedGame({ ...frozen, staffRole: 'observer' }));
    renderPage('/games/1/scoreboard');
    await table();
    expect(screen.getByText(/You see the live scoreboard/)).toBeVisible();
  });

  it('shows a dash for a team outside of the overall ranking', async () => {
    setUp(buildFacts({ teams: 2, divisionOf: (team) => (team === 1 ? 9 : 1), solves: [[1, 31]] }));
    renderPage('/games/1/scoreboard');
    await table();
    const [, guest, student] = standings().getAllByRole('row');
    expect(within(guest as HTMLElement).getAllByRole('cell')[0]).toHaveTextContent('–');
    expect(within(student as HTMLElement).getAllByRole('cell')[0]).toHaveTextContent('1');
  });

  it('shows only the solvers of a challenge until its filter is removed', async () => {
    setUp(
      buildFacts({
        teams: 5,
        solves: [
          [2, 31],
          [4, 31],
          [1, 32],
        ],
      }),
    );
    const { user, router } = renderPage('/games/1/scoreboard');
    await table();
    await user.click(screen.getByRole('button', { name: /^Cookie jar +Web, / }));
    await waitFor(() => expect(names()).toEqual(['Team 2', 'Team 4']));
    expect(router.state.location.search).toMatchObject({ challenge: 31 });
    await user.click(screen.getByRole('button', { name: /Solved Cookie jar/ }));
    await waitFor(() => expect(names()).toHaveLength(5));
  });

  it("pins the team's row while it is out of view, and scrolls to it", async () => {
    setUp(buildFacts({ teams: 200, solves: [[1, 31]] }), 'Team 150');
    const { user } = renderPage('/games/1/scoreboard');
    await table();
    const pinned = await screen.findByRole('rowgroup', { name: 'Your team' });
    expect(within(pinned).getByRole('button', { name: 'Team 150' })).toBeVisible();
    await user.click(within(pinned).getByRole('button', { name: 'Go to my team' }));
    await waitFor(() => expect(screen.queryByRole('rowgroup', { name: 'Your team' })).not.toBeInTheDocument());
    expect(names()).toContain('Team 150');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Team 150' })).toHaveFocus());
  });

  it('moves rows when a delta arrives', async () => {
    const before = buildFacts({ teams: 3, solves: [[1, 31]] });
    setUp(before);
    renderPage('/games/1/scoreboard');
    await table();
    expect(names()).toEqual(['Team 1', 'Team 2', 'Team 3']);
    const more = buildFacts({
      teams: 3,
      solves: [
        [1, 31],
        [3, 31],
        [3, 32],
      ],
    });
    const after = { ...before, solves: [...before.solves, ...more.solves.slice(1)] };
    const now = Date.now();
    const delta = scoreboardDelta(computeScoreboard(before, now), computeScoreboard(after, now + 1));
    act(() => sayLive(1, 'ScoreboardChanged', { gameId: 1, from: 1, version: 2, delta }));
    await waitFor(() => expect(names()).toEqual(['Team 3', 'Team 1', 'Team 2']));
  });

  it('opens the team in the URL, and reports an unknown one', async () => {
    setUp(
      buildFacts({
        teams: 3,
        solves: [
          [2, 31],
          [2, 32],
        ],
      }),
    );
    const { router } = renderPage('/games/1/scoreboard?team=2');
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByRole('heading', { name: 'Team 2' })).toBeVisible();
    const solves = within(drawer).getAllByRole('list')[0] as HTMLElement;
    expect(within(solves).getAllByRole('listitem')[0]).toHaveTextContent('Twin primes');
    expect(within(solves).getAllByRole('listitem')[0]).toHaveTextContent('player 2');
    await act(() => router.navigate({ to: '/games/$id/scoreboard', params: { id: 1 }, search: { team: 99 } }));
    expect(await screen.findByText('This team is not on the scoreboard')).toBeVisible();
  });

  it('names the own line and the best three in the strip, and all lines in the large chart', async () => {
    const teams = Array.from({ length: 12 }, (_, index) => [index + 1, 31] as [number, number]);
    setUp(buildFacts({ teams: 12, solves: teams }), 'Team 12');
    const { user, router } = renderPage('/games/1/scoreboard');
    await table();
    const open = await screen.findByRole('button', {
      name: /^Open the chart\. Line chart with 11 teams\. Team 1 leads/,
    });
    const texts = () => [...(open.parentElement?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent);
    const named = texts().filter((text) => text?.startsWith('Team'));
    expect(named.sort()).toEqual(['Team 1', 'Team 12', 'Team 2', 'Team 3']);
    expect(open.parentElement?.querySelectorAll('path[data-faint]')).toHaveLength(7);
    expect(open.parentElement?.querySelectorAll('g:not([data-kind]) > text')).toHaveLength(3);
    await user.click(open);
    const dialog = within(await screen.findByRole('dialog', { name: 'Scores over time' }));
    expect(dialog.getAllByRole('listitem')).toHaveLength(11);
    expect(router.state.location.search).toMatchObject({ chart: 'large' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).not.toHaveProperty('chart', expect.anything());
  });

  it('compares selected teams in the chart, and returns to the top ten', async () => {
    setUp(buildFacts({ teams: 12, solves: [[1, 31]] }), 'Team 12');
    const { user, router } = renderPage('/games/1/scoreboard');
    await table();
    await user.click(screen.getByRole('button', { name: 'Compare Team 3 in the chart' }));
    await waitFor(() => expect(strip()).toBeVisible());
    await user.click(strip() as HTMLElement);
    const lines = async () =>
      within(await screen.findByRole('list', { name: /Teams in the chart/ }))
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    expect(await lines()).toEqual(['Team 30', 'Team 120']);
    expect(router.state.location.search).toMatchObject({ compare: [3], chart: 'large' });
    await user.click(screen.getByRole('button', { name: 'Back to the top ten' }));
    await waitFor(async () => expect(await lines()).toHaveLength(11));
  });

  it('zooms the chart by keys, and keeps that in the address', async () => {
    setUp(buildFacts({ teams: 3, solves: [[1, 31]] }));
    const { user, router } = renderPage('/games/1/scoreboard?chart=large');
    const chart = await screen.findByRole('group', { name: /^Chart; plus and minus zoom/ });
    expect(within(chart).getByRole('img', { name: /Team 1 leads/ })).toBeVisible();
    act(() => chart.focus());
    await user.keyboard('+');
    await waitFor(() => expect(router.state.location.search).toHaveProperty('from'));
    await user.click(screen.getByRole('button', { name: 'Show the whole game' }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('from', expect.anything()));
  });

  it('has no strip on phones, where the tool opens the large chart', async () => {
    holdPhone();
    setUp(buildFacts({ teams: 3, solves: [[1, 31]] }));
    const { user } = renderPage('/games/1/scoreboard');
    await table();
    await user.click(screen.getByRole('button', { name: 'Open the chart' }));
    expect(await screen.findByRole('dialog', { name: 'Scores over time' })).toBeVisible();
  });

  it('folds the strip for later', async () => {
    setUp(buildFacts({ teams: 3, solves: [[1, 31]] }));
    const { user, unmount } = renderPage('/games/1/scoreboard');
    await table();
    await waitFor(() => expect(strip()).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Hide chart' }));
    await waitFor(() => expect(strip()).not.toBeInTheDocument());
    unmount();
    renderPage('/games/1/scoreboard');
    await table();
    await user.click(screen.getByRole('button', { name: 'Show chart' }));
    await waitFor(() => expect(strip()).toBeVisible());
  });

  it('keeps the heads of the columns below the tools, however many lines these take', async () => {
    const run = vi.spyOn(window, 'ResizeObserver').mockImplementation(function (this: object, report) {
      const observe = (target: Element) => {
        const height = target.firstElementChild?.getAttribute('role') === 'search' ? 110 : 0;
        report(
          [{ target, contentRect: { width: 700, height } as DOMRectReadOnly } as ResizeObserverEntry],
          {} as never,
        );
      };
      return Object.assign(this, { observe, unobserve() {}, disconnect() {} });
    });
    setUp(buildFacts({ teams: 2 }));
    renderPage('/games/1/scoreboard?view=challenges');
    await table();
    const head = () => standings().getAllByRole('rowgroup')[0] as HTMLElement;
    await waitFor(() => expect(Number.parseInt(head().style.height, 10)).toBeGreaterThan(110 + 18));
    run.mockRestore();
  });

  it('prints all rows, not only those in view', async () => {
    setUp(buildFacts({ teams: 200 }));
    renderPage('/games/1/scoreboard');
    await table();
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    const paper = screen.getAllByRole('table', { hidden: true }).at(-1) as HTMLElement;
    expect(within(paper).getAllByRole('row', { hidden: true })).toHaveLength(201);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(paper).not.toBeInTheDocument();
  });

  describe('at an earlier time', () => {
    const facts = buildFacts({
      teams: 3,
      solves: [
        [1, 31],
        [3, 31],
        [3, 32],
      ],
    });
    const [first, second, third] = facts.solves.map(({ time }) => time) as [number, number, number];
    const asked = () => callsOf(scoreboardEndpoints.get).map(({ query }) => query.get('asOf'));
    const setUpPast = () => {
      setUp(facts);
      answer(gameEndpoints.get, buildDetailedGame({ start: facts.game.start, end: facts.game.end }));
      answer(scoreboardEndpoints.get, ({ query }) => {
        const asOf = query.get('asOf');
        return asOf === null ? buildBoard(facts) : { ...computeScoreboard(facts, Number(asOf)), version: 0 };
      });
    };
    const bar = () => within(screen.getByRole('region', { name: 'Past standings' }));

    it('steps from solve to solve, and back to live', async () => {
      setUpPast();
      const { user, router } = renderPage('/games/1/scoreboard');
      await table();
      expect(names()).toEqual(['Team 3', 'Team 1', 'Team 2']);
      await user.click(screen.getByRole('button', { name: 'Past standings' }));
      await user.click(bar().getByRole('button', { name: 'Previous solve' }));
      await user.click(bar().getByRole('button', { name: 'Previous solve' }));
      await waitFor(() => expect(names()).toEqual(['Team 1', 'Team 3', 'Team 2']));
      expect(router.state.location.search).toMatchObject({ at: second });
      expect(asked()).toContain(String(second));
      await user.click(bar().getByRole('button', { name: 'Next solve' }));
      await waitFor(() => expect(names()).toEqual(['Team 3', 'Team 1', 'Team 2']));
      expect(router.state.location.search).toMatchObject({ at: third });
      expect(bar().getByRole('button', { name: 'Next solve' })).toBeDisabled();
      await user.click(bar().getByRole('button', { name: 'Back to live' }));
      expect(screen.queryByRole('region', { name: 'Past standings' })).not.toBeInTheDocument();
      expect(router.state.location.search).not.toHaveProperty('at', expect.anything());
    });

    it('reads the time from the URL, and moves by keys', async () => {
      setUpPast();
      const { user, router } = renderPage(`/games/1/scoreboard?at=${first}`);
      await table();
      await waitFor(() => expect(names()).toEqual(['Team 1', 'Team 2', 'Team 3']));
      const thumb = bar().getByRole('slider', { name: 'Time of the standings' });
      act(() => thumb.focus());
      await user.keyboard('{Home}');
      await waitFor(() => expect(router.state.location.search).toMatchObject({ at: facts.game.start }));
      await waitFor(() => expect(asked()).toContain(String(facts.game.start)));
      expect(bar().getByRole('button', { name: 'Previous solve' })).toBeDisabled();
    });

    it('reports a failed request, keeps the standings, and offers a retry', async () => {
      setUpPast();
      const { user } = renderPage('/games/1/scoreboard');
      await table();
      refuse(scoreboardEndpoints.get, 'request.tooMany', { retryAfterSeconds: 1 });
      await user.click(screen.getByRole('button', { name: 'Past standings' }));
      expect(await bar().findByRole('alert')).toHaveTextContent('These standings could not be loaded.');
      expect(names()).toEqual(['Team 3', 'Team 1', 'Team 2']);
      setUpPast();
      await user.click(bar().getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(bar().queryByRole('alert')).not.toBeInTheDocument());
    });
  });

  it('counts down before the start', async () => {
    const { start, end } = boardTimes();
    const hour = 3_600_000;
    answer(gameEndpoints.get, buildDetailedGame({ start: start + 5 * hour, end: end + 5 * hour }));
    refuse(scoreboardEndpoints.get, 'game.notStarted');
    refuse(challengeEndpoints.details, 'game.notStarted');
    renderPage('/games/1/scoreboard');
    expect(await screen.findByText('The scoreboard opens when the game starts')).toBeVisible();
  });

  it('offers a retry when the scoreboard does not load', async () => {
    setUp(buildFacts());
    disconnect(scoreboardEndpoints.get);
    const { user } = renderPage('/games/1/scoreboard');
    expect(await screen.findByText('The scoreboard could not be loaded')).toBeVisible();
    answer(scoreboardEndpoints.get, buildBoard(buildFacts({ teams: 1 })));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await table();
    expect(names()).toEqual(['Team 1']);
  });

  it('explains the empty scoreboard while there is no team', async () => {
    setUp(buildFacts({ teams: 0 }));
    renderPage('/games/1/scoreboard');
    expect(await screen.findByText('No teams yet')).toBeVisible();
  });
});

describe('a game with several boards', () => {
  const facts = () => {
    const solves: [number, number][] = [
      [1, 31],
      [2, 31],
      [3, 31],
    ];
    const divided = buildFacts({ teams: 3, solves, divisionOf: (team) => (team === 3 ? null : team) });
    const robots = {
      ...({ id: 2, name: 'Robots', kind: 'Agents', scoresAlone: true } as const),
      ...{ defaultPermissions: 2 ** 31 - 1, challengeConfigs: [] },
    };
    return { ...divided, divisions: [...divided.divisions, robots] };
  };

  it('shows one at a time, each with its own ranks and values', async () => {
    setUp(facts());
    const { user } = renderPage('/games/1/scoreboard');
    await table();
    expect(names()).toEqual(['Team 1', 'Team 3']);
    await user.click(screen.getByRole('radio', { name: /Robots/ }));
    await waitFor(() => expect(names()).toEqual(['Team 2']));
    expect(within(standings().getAllByRole('row')[1] as HTMLElement).getAllByText('1')[0]).toBeVisible();
    expect(screen.getAllByText('Agents')[0]).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Main board' }));
    await waitFor(() => expect(names()).toEqual(['Team 1', 'Team 3']));
  });

  it('opens at the board of the own team', async () => {
    setUp(facts(), 'Team 2');
    renderPage('/games/1/scoreboard');
    await table();
    expect(names()).toEqual(['Team 2']);
  });

  it('has no tabs where all score together', async () => {
    setUp(buildFacts({ teams: 2, divisionOf: () => 1 }));
    renderPage('/games/1/scoreboard');
    await table();
    expect(screen.queryByRole('radio', { name: 'Main board' })).not.toBeInTheDocument();
  });
});
