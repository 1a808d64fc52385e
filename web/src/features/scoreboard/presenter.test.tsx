import { act, screen, waitFor, within } from '@testing-library/react';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { participationEndpoints } from '@vexil/contract/participation.endpoints';
import { scoreboardEndpoints } from '@vexil/contract/scoreboard.endpoints';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf } from '../../testing/api';
import { buildBoard, buildFacts } from '../../testing/boards';
import { buildDetailedGame, signIn, visit } from '../../testing/builders';
import { buildGameInfo } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const facts = buildFacts({
  teams: 3,
  solves: [
    [1, 31],
    [1, 32],
    [2, 31],
    [3, 31],
    [3, 32],
  ],
});
const freeze = facts.game.start + 3 * 60_000;
const times = { start: facts.game.start, end: facts.game.end };

beforeEach(() => {
  visit();
  sessionStorage.clear();
  answer(gameEndpoints.get, buildDetailedGame(times));
  answer(noticeEndpoints.list, []);
  answer(scoreboardEndpoints.get, ({ query }) => {
    const at = query.get('asOf') ?? query.get('knownAt');
    return at === null ? buildBoard(facts) : { ...computeScoreboard(facts, Number(at)), version: 0 };
  });
});

const items = () => screen.getAllByRole('listitem').map((item) => item.textContent);

describe('the presenter view', () => {
  it('goes through its scenes by keys, without navigation', async () => {
    const { user } = renderPage('/games/1/present');
    expect(await screen.findByRole('heading', { name: 'Standings' })).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(items()[0]).toContain('Team 1');
    await user.keyboard(' ');
    expect(screen.getByText('Paused')).toBeVisible();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('heading', { name: 'Last solves' })).toBeVisible();
    expect(items()[0]).toContain('Twin primes');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByText('Ends in')).toBeVisible();
  });

  it('names its keys, and leads back to the scoreboard', async () => {
    const { user, router } = renderPage('/games/1/present');
    const tools = within(await screen.findByRole('toolbar', { name: 'Presenter view' }));
    await user.click(await tools.findByRole('button', { name: 'Pause or go on' }));
    expect(screen.getByText('Paused')).toBeVisible();
    await user.click(tools.getByRole('button', { name: 'Next scene' }));
    expect(screen.getByRole('heading', { name: 'Scores over time' })).toBeVisible();
    expect(tools.getByText('Esc')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/games/1/scoreboard'));
  });

  it('shows staff no more than everybody sees while frozen', async () => {
    signIn({ role: 'Admin' });
    answer(gameEndpoints.get, buildDetailedGame({ ...times, freezeTime: freeze, isFrozen: true }));
    renderPage('/games/1/present?scene=top');
    await waitFor(() => expect(items()[0]).toContain('Team 1'));
    expect(screen.getByText('Board frozen')).toBeVisible();
    expect(callsOf(scoreboardEndpoints.get).every(({ query }) => query.get('asOf') === String(freeze))).toBe(true);
  });
});

describe('the reveal', () => {
  it('opens solve by solve, goes back, and ends with the true standings', async () => {
    signIn({ role: 'Admin' });
    answer(gameEndpoints.get, buildDetailedGame({ ...times, freezeTime: freeze }));
    const { user } = renderPage('/games/1/reveal');
    const list = await screen.findByRole('list', { name: 'Standings so far' });
    const names = () =>
      within(list)
        .getAllByRole('listitem')
        .map((item) => /Team \d/.exec(item.textContent ?? '')?.[0]);
    expect(names()).toEqual(['Team 1', 'Team 2', 'Team 3']);
    expect(screen.getByText(/^2 solves after .+ open one by one/)).toBeVisible();
    expect(screen.getByText('First is Team 3, now in place 3.')).toBeVisible();
    expect(screen.getByText(/^Everyone else sees the frozen scoreboard/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'One step back' })).not.toBeInTheDocument();
    await user.keyboard(' ');
    expect(screen.getByText('1 of 2 solves opened')).toBeVisible();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByText('0 of 2 solves opened')).toBeVisible();
    await user.keyboard('  ');
    expect(names()).toEqual(buildBoard(facts).items.map(({ name }) => name));
    expect(screen.queryByRole('button', { name: 'Open next' })).not.toBeInTheDocument();

    answer(gameEditEndpoints.unfreeze, buildGameInfo({ ...times, id: 1, freezeTime: freeze, revealedAt: Date.now() }));
    answer(gameEndpoints.get, buildDetailedGame({ ...times, freezeTime: freeze, revealedAt: Date.now() }));
    await user.click(screen.getByRole('button', { name: 'Publish the standings' }));
    const question = await screen.findByRole('dialog', { name: 'Publish the standings now?' });
    await user.click(within(question).getByRole('button', { name: 'Publish the standings' }));
    expect(await screen.findByText(/^The standings have been public since/)).toBeVisible();
    expect(callsOf(gameEditEndpoints.unfreeze)).toHaveLength(1);
    // The ceremony can be held again.
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.getByText('0 of 2 solves opened')).toBeVisible();
  });

  it('says when there is nothing to open, and leaves publishing to organisers', async () => {
    signIn({ role: 'User' });
    const late = Date.now() - 1000;
    answer(gameEndpoints.get, buildDetailedGame({ ...times, freezeTime: late, staffRole: 'observer' }));
    renderPage('/games/1/reveal');
    expect(await screen.findByText(/^Nothing was solved after/)).toBeVisible();
    expect(screen.getByText('An organiser of the game publishes the standings.')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('waits for a freeze that is to come', async () => {
    signIn({ role: 'Admin' });
    answer(gameEndpoints.get, buildDetailedGame({ ...times, freezeTime: Date.now() + 60_000 }));
    renderPage('/games/1/reveal');
    expect(await screen.findByText(/^The scoreboard freezes on/)).toBeVisible();
  });

  it('without a freeze begins at a moment that staff choose', async () => {
    signIn({ role: 'Admin' });
    answer(gameEndpoints.get, buildDetailedGame({ ...times, end: times.start + 3 * 3_600_000 }));
    renderPage('/games/1/reveal');
    const choices = await screen.findAllByRole('button', { name: /^Last \d+ min, after \d+\/\d+ \d+:\d\d [AP]M$/ });
    expect(choices).toHaveLength(3);
  });

  it('is for staff', async () => {
    signIn({ role: 'User' });
    answer(gameEndpoints.get, buildDetailedGame({ ...times, freezeTime: freeze }));
    renderPage('/games/1/reveal');
    expect(await screen.findByText('403')).toBeVisible();
  });
});

describe('the embedded board', () => {
  it('asks for its rows only', async () => {
    renderPage('/games/1/embed?rows=2&division=4');
    await waitFor(() => expect(items()[0]).toContain('Team 1'));
    const { query } = callsOf(scoreboardEndpoints.get)[0] as { query: URLSearchParams };
    expect(Object.fromEntries(query)).toEqual({ count: '2', division: '4' });
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });
});

describe('the page of a team', () => {
  it('shows what its members answered for everyone', async () => {
    const fields = [
      { id: 'school', name: 'School', value: 'North' },
      { id: 'meat', name: 'Meat', value: false },
    ];
    answer(participationEndpoints.publicFields, [{ userName: 'mira', fields }]);
    renderPage('/games/1/teams/3');
    const heading = await screen.findByRole('heading', { name: 'More details' });
    expect(heading.parentElement).toHaveTextContent('miraSchool: NorthMeat: No');
  });

  it('shows solves with their places, and compares with picked teams', async () => {
    answer(participationEndpoints.publicFields, []);
    const { user, router } = renderPage('/games/1/teams/3');
    expect(await screen.findByRole('heading', { name: 'Team 3' })).toBeVisible();
    expect(screen.getByText('#3 to solve')).toBeVisible();
    const picker = screen.getByRole('combobox', { name: 'Compare with a team' });
    await user.type(picker, '2');
    await user.click(await screen.findByRole('option', { name: 'Team 2' }));
    expect(picker).toHaveValue('');
    const table = await screen.findByRole('region', { name: 'Compared teams' });
    expect(within(table).getByRole('link', { name: 'Team 2' })).toHaveAttribute('href', '/games/1/teams/2');
    expect(router.state.location.search).toMatchObject({ compare: [2] });
    await user.click(screen.getByRole('button', { name: /Remove Team 2/ }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Compared teams' })).not.toBeInTheDocument());
    await act(() => router.navigate({ to: '/games/$id/teams/$teamId', params: { id: 1, teamId: 99 } }));
    expect(await screen.findByText('This team is not on the scoreboard')).toBeVisible();
  });
});
