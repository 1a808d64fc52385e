import { screen, waitFor, within } from '@testing-library/react';
import type { Award } from '@vexil/contract/award';
import { awardEndpoints } from '@vexil/contract/award.endpoints';
import { pauseEndpoints } from '@vexil/contract/pause.endpoints';
import { rejudgingEndpoints } from '@vexil/contract/rejudging.endpoints';
import { reviewEndpoints } from '@vexil/contract/review.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildGameInfo, buildReview, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const award = (id: number, given: Partial<Award> = {}): Award => ({
  ...{ id, teamId: 1, teamName: 'Team 1', points: 50, reason: 'Won the quiz.', label: null, at: 1000, createdAt: 1000 },
  ...{
    externalId: null,
    userName: 'judge',
    reversedAt: null,
    reversedBy: null,
    challengeId: null,
    challengeTitle: null,
  },
  ...given,
});

function open(awards: Award[] = []) {
  organise(buildGameInfo());
  answer(reviewEndpoints.list, [
    buildReview(2, { status: 'Accepted' }),
    buildReview(1, { status: 'Accepted' }),
    buildReview(3, { status: 'Suspended' }),
  ]);
  answer(awardEndpoints.list, { data: awards, length: awards.length, total: awards.length });
  answer(rejudgingEndpoints.list, { data: [], length: 0, total: 0 });
  answer(pauseEndpoints.list, { data: [], length: 0, total: 0 });
  answer(awardEndpoints.create, award(9));
  answer(awardEndpoints.delete, undefined);
  return renderPage('/admin/games/7/judging');
}

const sent = () => callsOf(awardEndpoints.create).map(({ body }) => body);

describe('awards and penalties of a game', () => {
  it('are listed with points, reason and who gave or took them back', async () => {
    open([
      award(2, { points: -200, reason: 'Attacked the platform.', label: 'Rules' }),
      award(1, { reversedAt: 2000, reversedBy: 'sofie' }),
    ]);
    const [, fine, back] = await screen.findAllByRole('row');
    expect(fine).toHaveTextContent('Team 1Rules-200Attacked the platform.');
    expect(fine).toHaveTextContent('judge');
    expect(back).toHaveTextContent('+50Won the quiz.');
    expect(back).toHaveTextContent('Taken back by sofie');
    expect(within(back as HTMLElement).getByRole('button')).toBeDisabled();
  });

  it('are given to an accepted team with a reason', async () => {
    const { user } = open();
    expect(await screen.findByText('No awards yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Give points' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Give' }));
    for (const text of ['Choose a team', 'Enter the points', 'This field is required']) {
      expect(await dialog.findByText(new RegExp(text, 'i'))).toBeVisible();
    }
    expect(sent()).toEqual([]);
    await user.click(dialog.getByRole('combobox', { name: 'Team' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Team 1', 'Team 2']);
    await user.click(screen.getByRole('option', { name: 'Team 2' }));
    await user.type(dialog.getByRole('textbox', { name: 'Points' }), '-50');
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' Late writeup. ');
    await user.click(dialog.getByRole('button', { name: 'Give' }));
    await waitFor(() => expect(sent()).toEqual([{ teamId: 2, points: -50, reason: 'Late writeup.', label: null }]));
    expect(await screen.findByText('Team 1: +50 points')).toBeVisible();
  });

  it('show at its field what the server refuses', async () => {
    const { user } = open();
    refuse(awardEndpoints.create, 'award.teamNotAccepted');
    await user.click(await screen.findByRole('button', { name: 'Give points' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: 'Team' }));
    await user.click(await screen.findByRole('option', { name: 'Team 1' }));
    await user.type(dialog.getByRole('textbox', { name: 'Points' }), '5');
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Quiz');
    await user.click(dialog.getByRole('button', { name: 'Give' }));
    expect(await dialog.findByText('This team is not accepted in this game.')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Quiz');
  });

  it('are taken back after a question', async () => {
    const { user } = open([award(4)]);
    await user.click(await screen.findByRole('button', { name: 'Take back: Team 1 50' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take back +50 points of Team 1?' }));
    expect(callsOf(awardEndpoints.delete)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(callsOf(awardEndpoints.delete)).toMatchObject([{ params: { awardId: '4' } }]));
  });

  it('come from a CSV file that is shown first; what fails is sent again under the same id', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Import CSV' }));
    const dialog = within(await screen.findByRole('dialog'));
    const drop = document.querySelector<HTMLInputElement>('input[type=file]');
    const file = (text: string) =>
      Object.assign(new File([text], 'quiz.csv', { type: 'text/csv' }), { text: async () => text });
    const put = (text: string) => user.upload(drop as HTMLInputElement, file(text));

    await put('team,points\nTeam 1,5\n');
    expect(await dialog.findByText('These columns are missing: reason')).toBeVisible();
    await put('Team;Points;Reason\nnone;5;Quiz\nTeam 1;0;Quiz\nTeam 3;5;Quiz\n');
    expect(await dialog.findByText(/3 lines are wrong/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Give 3 awards' })).toBeDisabled();

    await put('team,points,reason,label\nteam 1,30,"Quiz, round 1",quiz\n2,-5,Late,\n');
    expect(await dialog.findByText('2 lines.')).toBeVisible();
    expect(dialog.getByRole('cell', { name: 'Quiz, round 1' })).toBeVisible();
    refuse(awardEndpoints.create, 'request.unavailable');
    await user.click(dialog.getByRole('button', { name: 'Give 2 awards' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    answer(awardEndpoints.create, award(9));
    await user.click(await dialog.findByRole('button', { name: 'Give 2 awards' }));
    await waitFor(() => expect(sent()).toHaveLength(4));
    expect(sent().slice(2)).toEqual(sent().slice(0, 2));
    expect(sent().slice(0, 2)).toMatchObject([
      { teamId: 1, points: 30, reason: 'Quiz, round 1', label: 'quiz', externalId: expect.stringMatching(/^csv-/) },
      { teamId: 2, points: -5, reason: 'Late', label: null },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
