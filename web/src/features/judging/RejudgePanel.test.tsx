import { screen, waitFor, within } from '@testing-library/react';
import { awardEndpoints } from '@vexil/contract/award.endpoints';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { pauseEndpoints } from '@vexil/contract/pause.endpoints';
import type { Rejudging } from '@vexil/contract/rejudging';
import { rejudgingEndpoints } from '@vexil/contract/rejudging.endpoints';
import { reviewEndpoints } from '@vexil/contract/review.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildChallengeInfo, buildGameInfo, buildReview, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const pageOf = <Item,>(data: Item[]) => ({ data, length: data.length, total: data.length });

const draft = (fields: Partial<Rejudging> = {}): Rejudging => ({
  ...{ id: 3, state: 'Ready', reason: 'The flag was wrong.', challengeId: 5, challengeTitle: 'Tide', teamId: null },
  ...{ teamName: null, from: null, to: null, takeBack: false, createdAt: 1000, userName: 'judge', computedAt: 2000 },
  ...{ closedAt: null, closedBy: null, submissionCount: 12, changedCount: 2, keptCount: 1, teamCount: 2, gainCount: 1 },
  ...{ lossCount: 1, bloods: [{ challengeId: 5, title: 'Tide', before: ['ants'], after: ['bees', 'ants'] }] },
  ...fields,
});

function open(drafts: Rejudging[], search = '') {
  organise(buildGameInfo());
  answer(reviewEndpoints.list, [buildReview(1, { status: 'Accepted' })]);
  answer(awardEndpoints.list, pageOf([]));
  answer(pauseEndpoints.list, pageOf([]));
  answer(challengeEditEndpoints.list, [buildChallengeInfo({ id: 5, title: 'Tide' })]);
  answer(rejudgingEndpoints.list, pageOf(drafts));
  answer(
    rejudgingEndpoints.teams,
    pageOf([
      { teamId: 2, name: 'bees', scoreBefore: 0, scoreAfter: 500, rankBefore: 2, rankAfter: 1 },
      { teamId: 1, name: 'ants', scoreBefore: 500, scoreAfter: 450, rankBefore: 1, rankAfter: 2 },
    ]),
  );
  const row = { challengeId: 5, challenge: 'Tide', user: 'kim', answer: 'flag{a b}', time: 1000 };
  answer(
    rejudgingEndpoints.submissions,
    pageOf([{ ...row, id: 8, teamId: 2, team: 'bees', before: 'WrongAnswer', after: 'Accepted' }]),
  );
  answer(rejudgingEndpoints.create, draft());
  answer(rejudgingEndpoints.apply, draft({ state: 'Applied' }));
  answer(rejudgingEndpoints.delete, undefined);
  return renderPage(`/admin/games/7/judging${search}`);
}

const bodies = () => callsOf(rejudgingEndpoints.create).map(({ body }) => body);

describe('re-judgings of a game', () => {
  it('are made of a challenge whose flags changed, with a reason', async () => {
    const { user } = open([], '?rejudge=5');
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Challenge' })).toHaveValue('Tide'));
    await user.click(dialog.getByRole('button', { name: 'Show what changes' }));
    expect(await dialog.findByText(/This field is required/i)).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' The flag was wrong. ');
    await user.click(dialog.getByRole('checkbox', { name: 'Take back what is wrong now' }));
    await user.click(dialog.getByRole('button', { name: 'Show what changes' }));
    const common = { teamId: null, from: null, to: null };
    await waitFor(() =>
      expect(bodies()).toEqual([{ ...common, reason: 'The flag was wrong.', challengeId: 5, takeBack: true }]),
    );
  });

  it('read as a review, hide right flags, and are applied', async () => {
    const { user } = open([draft()]);
    await user.click(await screen.findByRole('button', { name: 'Review' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(screen.getByRole('button', { name: 'Judge again', hidden: true })).toBeDisabled();
    expect(dialog.getByText('2 of 12 submissions change. Teams that gain: 1, that lose: 1.')).toBeVisible();
    expect(dialog.getByText(/1 right answer is wrong/)).toBeVisible();
    expect(dialog.getByRole('listitem')).toHaveTextContent('Tide: 🥇 ants → 🥇 bees 🥈 ants');
    expect(await dialog.findByRole('row', { name: /bees.*0 → 500.*2 → 1/ })).toBeVisible();
    expect(await dialog.findByRole('row', { name: /bees.*Tide.*wrong → right/ })).toBeVisible();
    expect(dialog.queryByText(/flag\{/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Show answers' }));
    expect(dialog.getByText('flag{a·b}')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(callsOf(rejudgingEndpoints.apply)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('say why one is not applied, and can be discarded', async () => {
    const { user } = open([draft()]);
    refuse(rejudgingEndpoints.apply, 'rejudging.outdated');
    await user.click(await screen.findByRole('button', { name: 'Review' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await dialog.findByText(/Flags, answers or solves have changed/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(callsOf(rejudgingEndpoints.delete)).toHaveLength(1));
  });

  it('cannot be applied while they are computed, or where nothing changes', async () => {
    const { user } = open([draft({ state: 'Computing', changedCount: 0 })]);
    expect(await screen.findByRole('row', { name: /Being computed/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Review' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: /Apply/ })).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Discard' })).toBeEnabled();
  });
});
