import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { submissionEndpoints } from '@vexil/contract/submission.endpoints';
import { noChanges } from '@vexil/rules/scoreboard.delta.rules';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildDetailedGame } from '../../testing/builders';
import { sayLive } from '../../testing/live';
import { buildBoard, buildBoardChallenge, buildBoardRow, buildChallenge, buildDetails, play } from '../../testing/play';
import { renderPage } from '../../testing/render';

const jar = buildBoardChallenge({ id: 31, title: 'Cookie jar', score: 500, solved: 2 });
const tantrum = buildBoardChallenge({ id: 32, title: 'Template tantrum', score: 900 });
const primes = buildBoardChallenge({ id: 33, title: 'Twin primes', category: 'Crypto', score: 700 });
const solve = { id: 31, score: 500, type: 'Normal' as const, userName: 'mira', time: 5 };

const titles = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.dataset.challenge)
    .map((link) => link.querySelector('span span')?.textContent);

beforeEach(() =>
  play({ challenges: [jar, tantrum, primes], rank: { solvedChallenges: [solve], solvedCount: 1, score: 500 } }),
);
afterEach(() => sessionStorage.clear());

describe('the challenges page', () => {
  it('shows the challenges by category with value, solves and solved mark', async () => {
    renderPage('/games/1/challenges');
    const web = await screen.findByRole('region', { name: 'Web' });
    expect(within(web).getByText('1 of 2 solved')).toBeVisible();
    const row = within(web).getByRole('link', { name: /Cookie jar/ });
    expect(row).toHaveTextContent(/2 solves.*500.*Solved/);
    expect(screen.getByRole('region', { name: 'Crypto' })).toBeVisible();
  });

  it('keeps its filters in the URL', async () => {
    const { user, router } = renderPage('/games/1/challenges?category=Web&sort=value');
    await screen.findByRole('region', { name: 'Web' });
    expect(titles()).toEqual(['Template tantrum', 'Cookie jar']);
    expect(screen.getByRole('button', { name: /^Web/ })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('switch', { name: 'Hide solved' }));
    await waitFor(() => expect(titles()).toEqual(['Template tantrum']));
    await user.type(screen.getByRole('searchbox', { name: 'Search challenges' }), 'tan');
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ category: 'Web', sort: 'value', unsolved: true, q: 'tan' }),
    );
  });

  it('shows a category of the game’s own in its place: in list, filter and challenge', async () => {
    const own = { ...tantrum, customCategory: { name: 'Cloud', icon: 'AI', colour: 'Pwn' } } as const;
    play({ challenges: [jar, own, primes], rank: { solvedChallenges: [], solvedCount: 0, score: 0 } });
    answer(challengeEndpoints.get, buildChallenge({ id: 32, customCategory: own.customCategory }));
    const { user, router } = renderPage('/games/1/challenges');
    const group = await screen.findByRole('region', { name: 'Cloud' });
    expect(within(group).getByRole('link', { name: /Template tantrum/ })).toBeVisible();
    expect(titles()).toEqual(['Twin primes', 'Cookie jar', 'Template tantrum']);
    await user.click(screen.getByRole('button', { name: /^Cloud/ }));
    await waitFor(() => expect(titles()).toEqual(['Template tantrum']));
    expect(router.state.location.search).toEqual({ category: 'Cloud' });
    await user.click(screen.getByRole('link', { name: /Template tantrum/ }));
    const detail = await screen.findByRole('article', { name: 'Template tantrum' });
    expect(within(detail).getByText('Cloud')).toBeVisible();
    expect(within(detail).queryByText('Web')).not.toBeInTheDocument();
  });

  it('filters by a tag and sorts by difficulty, which the board does not know', async () => {
    play({
      challenges: [{ ...jar, tags: ['hard', 'cookies'] }, { ...tantrum, tags: ['easy'] }, primes],
      rank: { solvedChallenges: [], solvedCount: 0, score: 0 },
    });
    answer(scoreboardEndpoints.get, buildBoard({ challenges: { Web: [{ ...jar, solved: 9 }, tantrum] } }));
    const { user, router } = renderPage('/games/1/challenges?sort=difficulty');
    const web = await screen.findByRole('region', { name: 'Web' });
    expect(titles()).toEqual(['Twin primes', 'Template tantrum', 'Cookie jar']);
    await waitFor(() => expect(within(web).getByRole('link', { name: /Cookie jar/ })).toHaveTextContent('9 solves'));
    const tag = screen.getByRole('combobox', { name: 'Tag' });
    expect([...tag.children].map(({ textContent }) => textContent)).toEqual(['Any tag', 'easy', 'hard', 'cookies']);
    await user.selectOptions(tag, 'cookies');
    await waitFor(() => expect(titles()).toEqual(['Cookie jar']));
    expect(router.state.location.search).toEqual({ sort: 'difficulty', tag: 'cookies' });
  });

  it('offers neither tags nor difficulty where no challenge has one', async () => {
    renderPage('/games/1/challenges');
    await screen.findByRole('region', { name: 'Web' });
    expect(screen.queryByRole('combobox', { name: 'Tag' })).not.toBeInTheDocument();
    expect(screen.queryByRole('option', { name: 'By difficulty' })).not.toBeInTheDocument();
  });

  it('names author and tags of the open challenge', async () => {
    answer(challengeEndpoints.get, buildChallenge({ id: 32, author: 'Mira Holm', tags: ['easy', 'heap'] }));
    renderPage('/games/1/challenges?challenge=32');
    const detail = await screen.findByRole('article', { name: 'Template tantrum' });
    expect((await within(detail).findByText('Mira Holm')).parentElement).toHaveTextContent('Mira Holmeasyheap');
  });

  it('names locked challenges apart from the others, and they cannot be opened', async () => {
    answer(
      challengeEndpoints.details,
      buildDetails({
        challenges: { Web: [jar] },
        locked: [{ id: 50, title: 'Vault', category: 'Pwn', missing: 1, openCount: 2, openIds: [jar.id] }],
      }),
    );
    renderPage('/games/1/challenges');
    const locked = await screen.findByRole('region', { name: 'Locked' });
    expect(within(locked).getByText('Solve 1 of these 2: Cookie jar · 1 not visible yet')).toBeVisible();
    expect(within(locked).getByText('Vault')).toBeVisible();
    expect(within(locked).queryByRole('link')).not.toBeInTheDocument();
    expect(titles()).toEqual(['Cookie jar']);
  });

  it.each([
    ['that it knew by name', true],
    ['that it did not know of', false],
  ])('says that a solve of the team has opened one %s', async (_, named) => {
    const vault = { ...primes, id: 50, title: 'Vault' };
    const locked = [{ id: 50, title: 'Vault', category: 'Crypto' as const, missing: 1, openCount: 1, openIds: [31] }];
    answer(challengeEndpoints.details, buildDetails({ challenges: { Web: [jar] }, ...(named && { locked }) }));
    renderPage('/games/1/challenges');
    await screen.findByRole('region', { name: 'Web' });
    answer(challengeEndpoints.details, buildDetails({ challenges: { Web: [jar], Crypto: [vault] } }));
    const judged = { id: 9, challengeId: 31, status: 'Accepted', time: 1, userName: 'ada', attempts: 1 } as const;
    if (!named) sayLive(1, 'SubmissionJudged', { ...judged, isEarlierFlag: false });
    sayLive(1, 'ChallengesChanged', { gameId: 1, challengeIds: [31] });
    const toast = (await screen.findByText('Unlocked', {}, { timeout: 5000 })).closest('[role="alert"]');
    expect(within(toast as HTMLElement).getByRole('link', { name: 'Vault' })).toHaveAttribute(
      'href',
      '/games/1/challenges?challenge=50',
    );
  });

  it('fetches every statement again when a challenge changed that not every team may know of', async () => {
    renderPage('/games/1/challenges?challenge=32');
    await screen.findByRole('article', { name: 'Template tantrum' });
    const before = callsOf(challengeEndpoints.get).length;
    sayLive(1, 'ChallengesChanged', { gameId: 1, challengeIds: [] });
    await waitFor(() => expect(callsOf(challengeEndpoints.get).length).toBeGreaterThan(before), { timeout: 3000 });
  });

  it('suggests the next challenge of its organisers after a solve', async () => {
    answer(challengeEndpoints.get, buildChallenge({ id: 31, next: 33 }));
    const { user } = renderPage('/games/1/challenges?challenge=31');
    const detail = await screen.findByRole('article', { name: 'Cookie jar' });
    await user.click(await within(detail).findByRole('button', { name: 'Next: Twin primes' }));
    expect(await screen.findByRole('article', { name: 'Twin primes' })).toBeVisible();
  });

  it('shows an empty result, and all challenges again', async () => {
    const { user } = renderPage('/games/1/challenges?q=nothing+like+it');
    expect(await screen.findByText('No challenges found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all challenges' }));
    expect(await screen.findByRole('link', { name: /Twin primes/ })).toBeVisible();
  });

  it('opens the challenge in the URL', async () => {
    renderPage('/games/1/challenges?challenge=32');
    const detail = await screen.findByRole('article', { name: 'Template tantrum' });
    expect(await within(detail).findByText('Who took them?')).toBeVisible();
    expect(within(detail).getByRole('textbox', { name: 'Flag' })).toBeVisible();
  });

  it('shows ways to the service, filled in once an instance runs, and copies one', async () => {
    const connection = 'https://{host}:{port}/\nnc {host} {port}\n<b>';
    const context = { ...buildChallenge().context, connection };
    answer(challengeEndpoints.get, buildChallenge({ id: 32, context }));
    const { user, unmount } = renderPage('/games/1/challenges?challenge=32');
    const block = await screen.findByRole('region', { name: 'Connection' });
    expect(within(block).queryByRole('link')).toBeNull();
    expect([...block.querySelectorAll('code')].map((code) => code.textContent)).toEqual(connection.split('\n'));
    await user.click(within(block).getByRole('button', { name: 'Copy nc {host} {port}' }));
    expect(await navigator.clipboard.readText()).toBe('nc {host} {port}');
    unmount();
    const running = { ...context, instanceEntry: '192.0.2.1:30001', closeTime: Date.now() + 3_600_000 };
    answer(challengeEndpoints.get, buildChallenge({ id: 32, context: running }));
    renderPage('/games/1/challenges?challenge=32');
    expect(await screen.findByRole('link', { name: 'https://192.0.2.1:30001/' })).toHaveAttribute(
      'href',
      'https://192.0.2.1:30001/',
    );
    expect(screen.getByText('nc 192.0.2.1 30001')).toBeVisible();
  });

  describe('hints', () => {
    const hint = { id: 4, title: 'Where', content: null, cost: 50, releaseUtc: null };
    const free = { id: 3, title: '', content: 'Look *up*.', cost: 0, releaseUtc: null };
    const openHints = (points: number, given: object = {}) => {
      const hintBudget = { points, mayGoBelowZero: false, ...given };
      answer(challengeEndpoints.get, buildChallenge({ id: 32, hintList: [free, hint], hintBudget }));
      const details = buildDetails();
      answer(challengeEndpoints.details, { ...details, rank: { ...details.rank, score: points } });
      answer(challengeEndpoints.takeHint, undefined);
      return renderPage('/games/1/challenges?challenge=32');
    };

    it('are opened at their price once it was confirmed, and at once for the whole team', async () => {
      const { user } = openHints(300);
      expect(await screen.findByText('up')).toBeVisible();
      expect(screen.getByText('Hint 2 · Where')).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Open hint 2' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Open this hint?' }));
      expect(dialog.getByText(/Price in points: 50. Your team has [0-9]+./)).toBeVisible();
      expect(callsOf(challengeEndpoints.takeHint)).toEqual([]);
      answer(challengeEndpoints.get, buildChallenge({ id: 32, hintList: [free, { ...hint, content: 'Behind it.' }] }));
      await user.click(dialog.getByRole('button', { name: 'Open for 50' }));
      expect(await screen.findByText('Behind it.')).toBeVisible();
      expect(callsOf(challengeEndpoints.takeHint)).toMatchObject([
        { params: { id: '1', challengeId: '32', hintId: '4' } },
      ]);
      expect(screen.queryByRole('button', { name: /Open hint/ })).toBeNull();

      answer(challengeEndpoints.get, buildChallenge({ id: 32, hintList: [{ ...free, content: 'Of a mate.' }] }));
      const award = { gameId: 1, id: 9, points: -50, reason: 'Hint', label: null, challengeId: 32, reversed: false };
      act(() => sayLive(1, 'AwardChanged', award));
      expect(await screen.findByText('Of a mate.')).toBeVisible();
      expect(screen.queryByText('-50 points for your team')).toBeNull();
    });

    it('cannot be opened without the points, unless the game lets teams go below zero', async () => {
      openHints(49);
      expect(await screen.findByRole('button', { name: 'Open hint 2' })).toBeDisabled();
      expect(screen.getByText(/Your team has 49/)).toBeVisible();
    });

    it('can be where the game lets teams go below zero, and a refusal stays in the dialog', async () => {
      const { user } = openHints(49, { mayGoBelowZero: true });
      refuse(challengeEndpoints.takeHint, 'challenge.hintTooExpensive');
      await user.click(await screen.findByRole('button', { name: 'Open hint 2' }));
      await user.click(await screen.findByRole('button', { name: 'Open for 50' }));
      expect(await screen.findByText('You do not have the points for this hint.')).toBeVisible();
    });
  });

  it('leaves a click with a modifier to the browser, and gives it the filters in the address', async () => {
    const { router } = renderPage('/games/1/challenges?q=tan');
    const row = await screen.findByRole('link', { name: /Template tantrum/ });
    expect(row).toHaveAttribute('href', '/games/1/challenges?q=tan&challenge=32');
    let prevented: boolean | undefined;
    // The browser of the tests cannot open another tab.
    const open = (event: MouseEvent) => {
      prevented = event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', open, { once: true });
    fireEvent.click(row, { ctrlKey: true });
    expect(prevented).toBe(false);
    expect(router.state.location.search).toEqual({ q: 'tan' });
    expect(fireEvent.click(row)).toBe(false);
    expect(await screen.findByRole('article', { name: 'Template tantrum' })).toBeVisible();
    expect(router.state.location.search).toEqual({ q: 'tan', challenge: 32 });
  });

  it('reports an unavailable challenge and keeps the list', async () => {
    refuse(challengeEndpoints.get, 'challenge.notFound');
    renderPage('/games/1/challenges?challenge=99');
    expect(await screen.findByText('This challenge is not available')).toBeVisible();
    expect(screen.getByRole('link', { name: /Twin primes/ })).toBeVisible();
  });

  it('supports keyboard shortcuts', async () => {
    const { user, router } = renderPage('/games/1/challenges');
    await screen.findByRole('region', { name: 'Crypto' });
    await user.keyboard('j');
    expect(await screen.findByRole('article', { name: 'Twin primes' })).toBeVisible();
    await user.keyboard('j');
    expect(await screen.findByRole('article', { name: 'Cookie jar' })).toBeVisible();
    await user.keyboard('k');
    expect(await screen.findByRole('article', { name: 'Twin primes' })).toBeVisible();
    await screen.findByRole('textbox', { name: 'Flag' });
    await user.keyboard('f');
    expect(screen.getByRole('textbox', { name: 'Flag' })).toHaveFocus();
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Search challenges' })).toHaveFocus();
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('has a skip link to its list, whose next stop is a challenge', async () => {
    const { user } = renderPage('/games/1/challenges');
    const row = await screen.findByRole('link', { name: /Twin primes/ });
    await user.tab();
    await user.tab();
    const skip = screen.getByRole('link', { name: 'Skip to the challenges' });
    expect(skip).toHaveFocus();
    act(() => document.querySelector<HTMLElement>(skip.getAttribute('href') ?? '')?.focus());
    await user.tab();
    expect(row).toHaveFocus();
  });

  it('is walked through with the arrow keys: one Tab stop for the categories, one for the list', async () => {
    const { user } = renderPage('/games/1/challenges');
    await screen.findByRole('region', { name: 'Crypto' });
    await user.click(screen.getByRole('searchbox', { name: 'Search challenges' }));
    await user.tab();
    expect(screen.getByRole('button', { name: /^All/ })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: /^Crypto/ })).toHaveFocus();
    await user.click(screen.getByRole('searchbox', { name: 'Search challenges' }));
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: /Twin primes/ })).toHaveFocus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByRole('article', { name: 'Cookie jar' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    expect(screen.getByRole('link', { name: /Cookie jar/ })).toHaveFocus();
  });

  it('remembers the width of the panes', async () => {
    const { user } = renderPage('/games/1/challenges?challenge=31');
    const separator = await screen.findByRole('separator', { name: 'Width of the challenge' });
    act(() => separator.focus());
    await user.keyboard('{ArrowLeft}');
    expect(separator).toHaveAttribute('aria-valuenow', '57');
    expect(localStorage.getItem('challenge.panes')).toBe('57');
  });

  it("shows the solvers and the team's own answers, hidden until asked for", async () => {
    answer(submissionEndpoints.ofTeam, [
      {
        id: 6,
        answer: 'flag{old}',
        status: 'WrongAnswer',
        time: Date.now(),
        user: 'bo',
        isEarlierFlag: true,
        rejudged: null,
      },
      {
        id: 5,
        answer: 'flag{guess}',
        status: 'WrongAnswer',
        time: Date.now(),
        user: 'ada',
        isEarlierFlag: false,
        rejudged: 'The flag was wrong.',
      },
    ]);
    const { user } = renderPage('/games/1/challenges?challenge=31');
    const detail = within(await screen.findByRole('article', { name: 'Cookie jar' }));
    await user.click(await detail.findByRole('button', { name: /Solved by/ }));
    expect(await detail.findByRole('link', { name: 'Nightjars' })).toHaveAttribute(
      'href',
      '/games/1/scoreboard?team=7',
    );
    expect(callsOf(submissionEndpoints.ofTeam)).toHaveLength(0);
    await user.click(detail.getByRole('button', { name: /Submissions of your team/ }));
    expect(await detail.findByText('ada')).toBeVisible();
    expect(detail.queryByText('flag{guess}')).not.toBeInTheDocument();
    await user.click(detail.getByRole('button', { name: 'Show submissions' }));
    expect(detail.getByText('flag{guess}')).toBeVisible();
    expect(detail.getByRole('img', { name: 'Wrong' })).toBeInTheDocument();
    expect(detail.getByRole('img', { name: 'Wrong: flag of an earlier instance' })).toBeInTheDocument();
    const judged = { id: 6, challengeId: 31, status: 'WrongAnswer' as const, time: 0, userName: 'bo', attempts: 2 };
    act(() => sayLive(1, 'SubmissionJudged', judged));
    await waitFor(() => expect(callsOf(submissionEndpoints.ofTeam)).toHaveLength(2));
  });

  it('counts the solves of a challenge without bloods', async () => {
    const solve = { id: 31, score: 5, type: 'Normal' as const, userName: 'mira', time: 9 };
    answer(scoreboardEndpoints.get, buildBoard({ items: [buildBoardRow({ solvedChallenges: [solve] })] }));
    renderPage('/games/1/challenges?challenge=31');
    const detail = within(await screen.findByRole('article', { name: 'Cookie jar' }));
    expect(await detail.findByRole('button', { name: /Solved by/ })).toHaveTextContent('1 solve');
  });

  it('applies scoreboard deltas without refetching', async () => {
    renderPage('/games/1/challenges');
    await screen.findByRole('region', { name: 'Web' });
    await waitFor(() => expect(callsOf(scoreboardEndpoints.get)).toHaveLength(1));
    expect(await screen.findByText('500 pts')).toBeVisible();
    act(() =>
      sayLive(1, 'ScoreboardChanged', {
        gameId: 1,
        from: 4,
        version: 5,
        delta: {
          ...noChanges(2_000_000),
          challenges: [{ id: 32, score: 880, solved: 1, bloods: [7], info: null }],
          solves: [{ teamId: 7, challengeId: 32, userName: 'mira', time: 9, scores: true }],
        },
      }),
    );
    const row = screen.getByRole('link', { name: /Template tantrum/ });
    await waitFor(() => expect(row).toHaveTextContent(/1 solve.*880.*Solved/));
    expect(within(row).getByRole('img', { name: 'First blood: yours' })).toBeInTheDocument();
    expect(await screen.findByText('1380 pts')).toBeVisible();
    expect(screen.getByText('2 of 3 challenges')).toBeVisible();
    expect(callsOf(challengeEndpoints.details)).toHaveLength(1);
    expect(callsOf(scoreboardEndpoints.get)).toHaveLength(1);
  });

  it.each([
    ['the next blood', {}, ['First blood: still open', 'Third blood: still open', 'Second blood: yours', null]],
    ['none after the end', { end: Date.now() - 1000, practiceMode: true }, [null, null, 'Second blood: yours', null]],
  ] as const)('shows what is still to be had, %s, and the own bloods', async (_, times, expected) => {
    const teams = [1, 7, 3].map((id) => ({ id, name: `Team ${id}`, avatar: null, submitTimeUtc: 9 }));
    const [one, own, three] = teams as [(typeof teams)[0], (typeof teams)[0], (typeof teams)[0]];
    const bloods = [[], [one, three], [one, own], [one, three, { ...three, id: 4 }]];
    const challenges = bloods.map((each, index) =>
      buildBoardChallenge({ id: 31 + index, title: `Task ${index}`, bloods: each, solved: each.length }),
    );
    const solve = { id: 33, score: 5, type: 'SecondBlood' as const, userName: 'mira', time: 9 };
    play({ game: times, challenges, rank: { solvedChallenges: [solve] } });
    renderPage('/games/1/challenges');
    const rows = await screen.findAllByRole('link', { name: /^Task/ });
    const shown = rows.map((row) => within(row).queryByRole('img')?.getAttribute('aria-label') ?? null);
    expect(shown).toEqual(expected);
  });

  it('refetches when the list of challenges changed', async () => {
    renderPage('/games/1/challenges');
    await screen.findByRole('region', { name: 'Web' });
    answer(
      challengeEndpoints.details,
      buildDetails({ challenges: { Pwn: [{ ...jar, id: 40, title: 'Heap', category: 'Pwn' }] } }),
    );
    sayLive(1, 'ChallengesChanged', { gameId: 1, challengeIds: [40] });
    expect(await screen.findByRole('link', { name: /Heap/ })).toBeVisible();
  });

  it('reports a failed request, and retries', async () => {
    refuse(challengeEndpoints.details, 'request.failed');
    const { user } = renderPage('/games/1/challenges');
    expect(await screen.findByText('The challenges could not be loaded')).toBeVisible();
    answer(challengeEndpoints.details, buildDetails());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Cookie jar/ })).toBeVisible();
  });

  it('marks a challenge as solved with the verdict', async () => {
    const { user } = renderPage('/games/1/challenges?challenge=33');
    answer(submissionEndpoints.submit, 70);
    // Polled if a second passes before the test sends the verdict.
    answer(submissionEndpoints.status, 'FlagSubmitted');
    await user.type(await screen.findByRole('textbox', { name: 'Flag' }), 'flag{{2,3}{Enter}');
    await waitFor(() => expect(callsOf(submissionEndpoints.submit)).toHaveLength(1));
    const judged = { id: 70, challengeId: 33, status: 'Accepted' as const, time: 0, userName: 'mira', attempts: 1 };
    act(() => sayLive(1, 'SubmissionJudged', judged));
    const detail = screen.getByRole('article', { name: 'Twin primes' });
    const done = await within(detail).findByText('Solved');
    expect(done).toBeVisible();
    await waitFor(() => expect(done.closest('[role="status"]')).toHaveFocus());
    await user.click(within(detail).getByRole('button', { name: 'Next unsolved' }));
    expect(await screen.findByRole('article', { name: 'Template tantrum' })).toBeVisible();
  });

  it("marks the team's solves after a freeze, although the scoreboard hides them", async () => {
    const frozenAt = Date.now() - 60_000;
    const later = { ...solve, id: 33, score: 0, time: frozenAt + 1000 };
    const rank = { solvedChallenges: [solve], solvedCount: 1, score: 500 };
    play({ game: { freezeTime: frozenAt, isFrozen: true }, challenges: [jar, tantrum, primes], rank });
    answer(
      challengeEndpoints.details,
      buildDetails({
        challenges: { Web: [jar, tantrum], Crypto: [primes] },
        rank: buildBoardRow({ ...rank, solvedChallenges: [solve, later] }),
      }),
    );
    renderPage('/games/1/challenges');
    expect(await screen.findByRole('complementary', { name: 'The scoreboard is frozen' })).toBeVisible();
    const crypto = await screen.findByRole('region', { name: 'Crypto' });
    expect(within(crypto).getByText('1 of 1 solved')).toBeVisible();
  });

  it("refetches the team's solves after a correct flag during a freeze", async () => {
    const frozenAt = Date.now() - 60_000;
    play({ game: { freezeTime: frozenAt, isFrozen: true }, challenges: [jar, tantrum, primes], rank: {} });
    renderPage('/games/1/challenges');
    await screen.findByRole('region', { name: 'Crypto' });
    const before = callsOf(challengeEndpoints.details).length;
    const judged = { id: 70, challengeId: 33, status: 'Accepted' as const, time: 0, userName: 'mira', attempts: 1 };
    act(() => sayLive(1, 'SubmissionJudged', judged));
    await waitFor(() => expect(callsOf(challengeEndpoints.details).length).toBe(before + 1));
  });

  it('hides the token until requested', async () => {
    const { user } = renderPage('/games/1/challenges');
    const button = await screen.findByRole('button', { name: 'Show team token' });
    expect(screen.queryByText('7:c2lnbmF0dXJl')).not.toBeInTheDocument();
    await user.click(button);
    expect(screen.getByText('7:c2lnbmF0dXJl')).toBeVisible();
  });
});

describe('phase changes of a game', () => {
  const minute = 60_000;
  // Time keeps running and can be advanced, so slow rendering does not break the test.
  beforeEach(() => {
    const toFake = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true });
  });
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('opens the challenges at the start, without a reload', async () => {
    const start = Date.now() + minute;
    play({ game: { start } });
    renderPage('/games/1/challenges');
    expect(await screen.findByText('The challenges open here when the game starts.', { exact: false })).toBeVisible();
    expect(callsOf(challengeEndpoints.details)).toHaveLength(0);
    await pass(minute);
    expect(await screen.findByRole('link', { name: /Cookie jar/ })).toBeVisible();
  });

  it('closes them at the end, and keeps them open in practice mode', async () => {
    const times = { end: Date.now() + minute };
    play({ game: times });
    const { unmount } = renderPage('/games/1/challenges');
    await screen.findByRole('link', { name: /Cookie jar/ });
    await pass(minute);
    expect(await screen.findByRole('heading', { name: 'You took part' })).toBeVisible();
    unmount();
    answer(
      gameEndpoints.get,
      buildDetailedGame({ ...times, status: 'Accepted', teamName: 'Nightjars', practiceMode: true }),
    );
    renderPage('/games/1/challenges?challenge=31');
    expect(await screen.findByText(/Practice: solves no longer count/)).toBeVisible();
  });
});
