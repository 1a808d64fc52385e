import { screen, waitFor, within } from '@testing-library/react';
import { awardEndpoints } from '@vexil/contract/award.endpoints';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import type { GameInfo } from '@vexil/contract/game';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { Pause } from '@vexil/contract/pause';
import { pauseEndpoints } from '@vexil/contract/pause.endpoints';
import { rejudgingEndpoints } from '@vexil/contract/rejudging.endpoints';
import { reviewEndpoints } from '@vexil/contract/review.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildDetailedGame } from '../../testing/builders';
import { buildGameInfo, organise, running } from '../../testing/organiser';
import { buildBoardChallenge, play } from '../../testing/play';
import { renderPage } from '../../testing/render';

const minute = 60_000;
const reason = 'The power is out.';

function open(given: Partial<GameInfo> = {}, pauses: Pause[] = []) {
  const game = buildGameInfo({ ...running(), ...given });
  organise(game);
  const none = { data: [], length: 0, total: 0 };
  answer(reviewEndpoints.list, []);
  answer(awardEndpoints.list, none);
  answer(rejudgingEndpoints.list, none);
  answer(pauseEndpoints.list, { data: pauses, length: pauses.length, total: pauses.length });
  answer(pauseEndpoints.pause, game);
  answer(pauseEndpoints.resume, game);
  answer(pauseEndpoints.pauseAll, [7, 8]);
  answer(pauseEndpoints.resumeAll, [7]);
  return game;
}

const pause = (given: Partial<Pause> = {}): Pause => ({
  ...{ id: 1, reason, hideStatements: true, stopInstances: false, pausedAt: Date.now() - 10 * minute },
  ...{ resumedAt: null, userName: 'judge', resumedBy: null },
  ...given,
});

describe('the pause of a game', () => {
  it('asks for the reason, and sends what is to stop', async () => {
    open();
    const { user } = renderPage('/admin/games/7/judging');
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause the game?' }));
    await user.click(dialog.getByRole('button', { name: 'Pause' }));
    expect(await dialog.findByText('Say why.')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ` ${reason} `);
    await user.click(dialog.getByRole('switch', { name: /^Hide challenges/ }));
    refuse(pauseEndpoints.pause, 'game.paused');
    await user.click(dialog.getByRole('button', { name: 'Pause' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('paused');
    answer(pauseEndpoints.pause, buildGameInfo());
    await user.click(dialog.getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const body = { reason, hideStatements: true, stopInstances: false };
    expect(callsOf(pauseEndpoints.pause).at(-1)?.body).toEqual(body);
  });

  it('is not for a game that does not run', async () => {
    open({ start: Date.now() + minute, end: Date.now() + 2 * minute });
    renderPage('/admin/games/7/judging');
    expect(await screen.findByText('Only a running game can be paused.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDisabled();
  });

  it('shows what a resume moves, and who paused it', async () => {
    const pausedAt = Date.now() - 10 * minute;
    open({ pausedAt, freezeTime: pausedAt - minute }, [pause()]);
    const { user } = renderPage('/admin/games/7/judging');
    expect(await screen.findByText(/^Paused since/)).toBeVisible();
    expect(
      await screen.findByRole('row', { name: /The power is out\..*Challenges are hidden.*Still on.*judge/ }),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Resume the game?' }));
    // The freeze had come before.
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent?.split(':')[0])).toEqual(['End']);
    await user.click(dialog.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(callsOf(pauseEndpoints.resume)).toHaveLength(1));
  });

  it('is for all games at once in the list of games', async () => {
    const game = open();
    const { user } = renderPage('/admin/games');
    await user.click(await screen.findByRole('button', { name: 'Pause all' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause all running games?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), reason);
    const paused = { ...game, pausedAt: Date.now() };
    answer(gameEditEndpoints.list, { data: [paused], length: 1, total: 1 });
    await user.click(dialog.getByRole('button', { name: 'Pause all' }));
    expect(await screen.findByText('Games changed: 2')).toBeVisible();
    expect(within(await screen.findByRole('row', { name: /Northwind/ })).getByText('Paused')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Resume all' }));
    const question = within(await screen.findByRole('dialog', { name: 'Resume all paused games?' }));
    await user.click(question.getByRole('button', { name: 'Resume all' }));
    expect(await screen.findByText('Games changed: 1')).toBeVisible();
  });
});

describe('players of a paused game', () => {
  const pausedAt = Date.now() - 10 * minute;
  const playPaused = (statementsHidden: boolean) => {
    play({ challenges: [buildBoardChallenge({ id: 32, title: 'Template tantrum' })] });
    const end = pausedAt + 90 * minute;
    const pauses = [{ reason, pausedAt, resumedAt: null }];
    answer(gameEndpoints.get, buildDetailedGame({ status: 'Accepted', end, pausedAt, pauses, statementsHidden }));
  };

  it('read why, on a clock that does not advance, and cannot send a flag', async () => {
    playPaused(false);
    renderPage('/games/1/challenges?challenge=32');
    const banner = await screen.findByRole('status', { name: 'Paused' });
    expect(banner).toHaveTextContent(reason);
    expect(screen.getByRole('timer')).toHaveTextContent('01:30:00');
    const detail = within(await screen.findByRole('article', { name: 'Template tantrum' }));
    expect(await detail.findByText('Who took them?')).toBeVisible();
    expect(detail.getByText('The game is paused. Flags are accepted again when it goes on.')).toBeVisible();
    expect(detail.queryByRole('textbox', { name: 'Flag' })).not.toBeInTheDocument();
  });

  it('read no challenge that is hidden', async () => {
    playPaused(true);
    renderPage('/games/1/challenges?challenge=32');
    const detail = within(await screen.findByRole('article', { name: 'Template tantrum' }));
    expect(await detail.findByText('Hidden while the game is paused')).toBeVisible();
    expect(callsOf(challengeEndpoints.get)).toEqual([]);
  });
});
