import { screen, waitFor, within } from '@testing-library/react';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { postEndpoints } from '@vexil/contract/post.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildConfig, buildGame, buildOwnGame, signIn, visit } from '../../testing/builders';
import { buildDetails } from '../../testing/play';
import { renderPage } from '../../testing/render';
import { agendaOf } from './agenda';
import { nextStep, type Step } from './next-step';
import { orderGames } from './order-games';

const hour = 3_600_000;
const now = 1_800_000_000_000;

describe('the home page', () => {
  it('explains the empty page when there is no game, and how to take part', async () => {
    visit();
    answer(gameEndpoints.recent, []);
    answer(postEndpoints.latest, []);
    renderPage('/');
    expect(await screen.findByText('No games yet')).toBeVisible();
    expect(await screen.findByText('No news yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Join a game' })).toBeVisible();
    expect(screen.queryByText('Hack for fun not for profit')).toBeNull();
  });

  it.each([
    ['an administrator', { role: 'Admin' }],
    ['an organiser', { isOrganiser: true }],
  ] as const)('leads %s to the hidden games where none is visible', async (_, account) => {
    signIn(account);
    answer(gameEndpoints.recent, []);
    answer(gameEndpoints.mine, { hasTeam: false, games: [] });
    answer(postEndpoints.latest, []);
    renderPage('/');
    expect(await screen.findByText('No visible games yet')).toBeVisible();
    expect(screen.getByText(/^Hidden games are not listed here/)).toBeVisible();
    const panel = within(screen.getByRole('main'));
    expect(panel.getByRole('link', { name: 'Administration' })).toHaveAttribute('href', '/admin/games');
  });

  it.each([
    ['an administrator', { role: 'Admin' }, [], 'Edit', '/admin/games/1'],
    ['an organiser', { isOrganiser: true }, [{ staffRole: 'organiser' }], 'Edit', '/admin/games/1'],
    ['a monitor', { role: 'Monitor' }, [], 'Monitor', '/games/1/monitor'],
    ['an observer', {}, [{ staffRole: 'observer' }], 'Monitor', '/games/1/monitor'],
  ] as const)('shows %s the work, not the way into a team', async (_, account, staff, button, href) => {
    signIn(account);
    const games = staff.map((part) => buildOwnGame({ ...part, status: 'Unsubmitted', teamId: null, teamName: null }));
    answer(gameEndpoints.recent, [buildGame()]);
    answer(gameEndpoints.mine, { hasTeam: false, games });
    answer(postEndpoints.latest, []);
    renderPage('/');
    expect(await screen.findByRole('link', { name: button })).toHaveAttribute('href', href);
    expect(screen.queryByText('How to take part')).not.toBeInTheDocument();
  });

  it('says nothing of hidden games to players', async () => {
    signIn();
    answer(gameEndpoints.recent, []);
    answer(gameEndpoints.mine, { hasTeam: false, games: [] });
    answer(postEndpoints.latest, []);
    renderPage('/');
    expect(await screen.findByText('No games yet')).toBeVisible();
    expect(screen.queryByText(/hidden/i)).not.toBeInTheDocument();
  });

  it('reports a failed request, and retries', async () => {
    visit();
    answer(configEndpoints.client, buildConfig({ slogan: 'Come and play' }));
    answer(postEndpoints.latest, []);
    refuse(gameEndpoints.recent, 'request.failed');
    const { user } = renderPage('/');
    expect(await screen.findByText('The games could not be loaded')).toBeVisible();
    expect(screen.getByText('Come and play')).toBeVisible();
    answer(gameEndpoints.recent, [buildGame({ title: 'Northwind' })]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Northwind' })).toBeVisible();
    expect(screen.getByText('Northwind ends')).toBeVisible();
  });

  it('leads a player back into the running game, with rank and notices, and asks nothing twice', async () => {
    signIn();
    const other = buildGame({ id: 1, title: 'Other', end: Date.now() + hour });
    const own = buildGame({ id: 2, title: 'Own' });
    answer(gameEndpoints.recent, [other, own]);
    answer(postEndpoints.latest, []);
    const place = { rank: 3, score: 740, solvedCount: 1, challengeCount: 9 };
    answer(gameEndpoints.mine, { hasTeam: true, games: [buildOwnGame({ id: 2, place })] });
    answer(challengeEndpoints.details, buildDetails());
    answer(noticeEndpoints.list, [
      { id: 1, type: 'Normal', values: ['Lunch is **ready**'], time: Date.now() },
      { id: 2, type: 'NewChallenge', values: ['Cookie jar'], time: Date.now() },
    ]);
    renderPage('/');
    expect(await screen.findByRole('link', { name: 'Continue to the challenges' })).toHaveAttribute(
      'href',
      '/games/2/challenges',
    );
    expect(screen.getByRole('heading', { level: 2, name: 'Own' })).toBeVisible();
    expect(await screen.findByText('#3')).toBeVisible();
    expect(screen.getByText('1 of 9')).toBeVisible();
    expect(await screen.findByText('ready')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Cookie jar' })).toBeVisible();
    expect(callsOf(gameEndpoints.mine)).toHaveLength(1);
    expect(callsOf(challengeEndpoints.details)).toHaveLength(1);
    expect(callsOf(noticeEndpoints.list)).toHaveLength(1);
  });

  it('sends an account without a team to the game, where a new one can join, and shows the news', async () => {
    signIn();
    answer(gameEndpoints.recent, [buildGame()]);
    answer(gameEndpoints.mine, { hasTeam: false, games: [] });
    answer(postEndpoints.latest, [
      {
        id: '5e1f09ab',
        title: 'Doors open',
        summary: 'At **nine**.',
        isPinned: true,
        tags: null,
        authorAvatar: null,
        authorName: 'mira',
        time: now,
      },
    ]);
    renderPage('/');
    expect(await screen.findByRole('link', { name: 'Join' })).toHaveAttribute('href', '/games/1');
    await waitFor(() => expect(screen.getByText('At nine.')).toBeVisible());
    expect(screen.getByRole('link', { name: /Doors open/ })).toHaveAttribute('href', '/posts/5e1f09ab');
  });
});

describe('nextStep', () => {
  const given = (part: Parameters<typeof buildOwnGame>[0]) => ({ game: buildOwnGame(part) });
  const due = { writeupDeadline: now + hour };
  type Case = [string, Partial<Parameters<typeof nextStep>[0]>, Step | undefined];
  it.each<Case>([
    ['a visitor', { role: undefined }, 'register'],
    ['a visitor after the end', { role: undefined, phase: 'Ended' }, 'results'],
    ['an account of which nothing is known yet', { own: undefined }, undefined],
    ['an account that takes no part', { own: { game: undefined } }, 'join'],
    ['an account that took no part', { own: { game: undefined }, phase: 'Ended' }, 'results'],
    ['an organiser', { own: given({ status: 'Unsubmitted', staffRole: 'organiser' }) }, 'edit'],
    ['an observer', { own: given({ status: 'Unsubmitted', staffRole: 'observer' }) }, 'watch'],
    ['an administrator', { role: 'Admin', own: { game: undefined } }, 'edit'],
    ['a monitor', { role: 'Monitor', own: { game: undefined } }, 'watch'],
    ['a monitor who plays', { role: 'Monitor', own: given({}) }, 'play'],
    ['a team in review', { own: given({ status: 'Pending' }) }, 'pending'],
    ['a suspended team', { own: given({ status: 'Suspended' }) }, 'suspended'],
    ['a player before the start', { own: given({}), phase: 'Upcoming' }, 'ready'],
    ['a player', { own: given({}) }, 'play'],
    ['a player who owes a writeup', { own: given(due), phase: 'Ended' }, 'writeup'],
    ['a player who has handed it in', { own: given({ ...due, writeupSubmitted: true }), phase: 'Ended' }, 'results'],
    [
      'a player after the deadline',
      { own: given({ writeupDeadline: now - hour, practiceMode: true }), phase: 'Ended' },
      'practice',
    ],
  ])('of %s', (_, situation, expected) => {
    const usual = { phase: 'Running', role: 'User', own: undefined, now } as const;
    expect(nextStep({ ...usual, ...situation })).toBe(expected);
  });
});

describe('agendaOf', () => {
  it('has what is still to come, soonest first', () => {
    const running = buildGame({ id: 1, start: now - hour, end: now + 2 * hour });
    const coming = buildGame({ id: 2, start: now + hour, end: now + 9 * hour });
    const due = { freezeTime: now + 0.5 * hour, writeupDeadline: now + 3 * hour };
    const own = new Map([[1, buildOwnGame(due)]]);
    expect(agendaOf([running, coming], own, now).map(({ kind, gameId }) => `${kind} ${gameId}`)).toEqual([
      'freeze 1',
      'start 2',
      'end 1',
      'writeup 1',
      'end 2',
    ]);
    const handedIn = new Map([[1, buildOwnGame({ ...due, writeupSubmitted: true })]]);
    expect(agendaOf([running], handedIn, now).map(({ kind }) => kind)).toEqual(['freeze', 'end']);
  });
});

describe('orderGames', () => {
  const running = buildGame({ id: 1, start: now - hour, end: now + hour });
  const soon = buildGame({ id: 2, start: now + hour, end: now + 9 * hour });
  const later = buildGame({ id: 3, start: now + 5 * hour, end: now + 9 * hour });
  const past = buildGame({ id: 4, start: now - 9 * hour, end: now - 5 * hour });
  const justOver = buildGame({ id: 5, start: now - 9 * hour, end: now - hour });

  it.each([
    ['running, then upcoming, then past', new Map(), [1, 2, 3, 5, 4]],
    ['own games that are not over first', new Map([[3, 'us']]), [3, 1, 2, 5, 4]],
    ['own games that are over where they belong', new Map([[4, 'us']]), [1, 2, 3, 5, 4]],
  ])('puts %s', (_, own, expected) => {
    const games = orderGames([past, later, justOver, soon, running], own, now);
    expect(games.map((game) => game.id)).toEqual(expected);
  });
});
