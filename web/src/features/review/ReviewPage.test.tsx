import { screen, waitFor, within } from '@testing-library/react';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import type { ParticipationInfo } from '@vexil/contract/participation';
import { reviewEndpoints } from '@vexil/contract/review.endpoints';
import { allPermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildGameInfo, buildReview, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

function open(participations: ParticipationInfo[], address = '/admin/games/7/review', game = buildGameInfo()) {
  organise(game);
  answer(reviewEndpoints.list, participations);
  answer(reviewEndpoints.update, undefined);
  return renderPage(address);
}

const updates = () => callsOf(reviewEndpoints.update).map(({ params, body }) => [params.id, body]);

describe('the review of teams', () => {
  it('accepts a team with one click, updates the counts at once and takes it back', async () => {
    const { user } = open([buildReview(1, { divisionId: 4 }), buildReview(2)]);
    await user.click(await screen.findByRole('button', { name: 'Accept Team 1' }));
    expect(await screen.findByText('Team 1 is accepted')).toBeVisible();
    expect(updates()).toEqual([['1', { status: 'Accepted' }]]);
    expect(screen.getByRole('button', { name: /^Pending 1/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Suspend Team 1' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(updates()[1]).toEqual(['1', { status: 'Pending', divisionId: 4 }]));
    expect(await screen.findByRole('button', { name: 'Accept Team 1' })).toBeVisible();
  });

  it('shows the ids of teams whose names look alike', async () => {
    const { team } = buildReview(2);
    open([buildReview(1), buildReview(2, { team: { ...team, name: 'TEAM I' } }), buildReview(3)]);
    for (const name of ['Accept Team 1 #1', 'Accept TEAM I #2', 'Accept Team 3'])
      expect(await screen.findByRole('button', { name })).toBeVisible();
  });

  it.each([
    ['Reject', 'Pending', 'Rejected'],
    ['Restore', 'Suspended', 'Accepted'],
  ] as const)('%s makes a team that is %s %s with one click', async (action, status, next) => {
    const { user } = open([buildReview(1, { status })]);
    await user.click(await screen.findByRole('button', { name: `${action} Team 1` }));
    await waitFor(() => expect(updates()).toEqual([['1', { status: next }]]));
  });

  it('asks for a reason before a suspension, because instances end', async () => {
    const { user } = open([buildReview(1, { status: 'Accepted' })]);
    await user.click(await screen.findByRole('button', { name: 'Suspend Team 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Team 1?' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Shared a flag');
    expect(updates()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    await waitFor(() => expect(updates()).toEqual([['1', { status: 'Suspended', reason: 'Shared a flag' }]]));
  });

  it('keeps the focus at the row of a decision', async () => {
    const { user } = open([buildReview(1), buildReview(2)]);
    const press = async (name: string) => {
      // A decision that is under way takes no other.
      await waitFor(() => expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'false'));
      screen.getByRole('button', { name }).focus();
      await user.keyboard('{Enter}');
    };
    await press('Accept Team 2');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Suspend Team 2' })).toHaveFocus());
    await waitFor(() => expect(updates()).toHaveLength(1));
    await press('Suspend Team 2');
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Shared a flag');
    // The dialog takes the focus once it has appeared, which a busy machine does late.
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Suspend' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Restore Team 2' })).toHaveFocus());
    expect(updates()).toHaveLength(2);
    // It gives the focus back a moment after it has closed.
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Restore Team 2' })).toHaveFocus());
    await press('Reject Team 1');
    await waitFor(() => expect(screen.getByRole('button', { name: /^Team 1/ })).toHaveFocus());
  });

  it('moves the focus to the next row when a filter hides the decided one, and to the filter after the last', async () => {
    const { user } = open([buildReview(1), buildReview(2)], '/admin/games/7/review?status=Pending');
    await user.click(await screen.findByRole('button', { name: 'Accept Team 1' }));
    await waitFor(() => expect(screen.getByRole('button', { name: /^Team 2/ })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Reject Team 2' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Clear filters' })).toHaveFocus());
  });

  it('leaves the row as it was and shows why a decision was refused', async () => {
    const { user } = open([buildReview(1)]);
    refuse(reviewEndpoints.update, 'participation.notFound');
    await user.click(await screen.findByRole('button', { name: 'Accept Team 1' }));
    expect(await screen.findByText('There is no such participation.')).toBeVisible();
    expect(screen.queryByText('Team 1 is accepted')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Accept Team 1' })).toBeEnabled();
  });

  it('decides about all selected teams that a decision fits, and keeps those that failed selected', async () => {
    const { user } = open([
      buildReview(1),
      buildReview(2),
      buildReview(3, { status: 'Accepted' }),
      buildReview(4, { status: 'Rejected' }),
    ]);
    answer(reviewEndpoints.update, ({ params }) => {
      if (params.id === '2') throw new TypeError('cut off');
      return undefined;
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Team 1' }));
    expect(screen.getByRole('checkbox', { name: 'Select Team 4' })).toBeDisabled();
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    await user.click(bar.getByRole('button', { name: 'Select all 3' }));
    expect(bar.getByRole('button', { name: /^Suspend 1/ })).toBeVisible();
    await user.click(bar.getByRole('button', { name: /^Reject 2/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Selected teams: 2' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Too late');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('Not changed: 1')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Team 1 is rejected')).toBeVisible();
    expect(updates()).toEqual([
      ['1', { status: 'Rejected', reason: 'Too late' }],
      ['2', { status: 'Rejected', reason: 'Too late' }],
    ]);
    expect(bar.getByText('2 selected')).toBeVisible();
  });

  it('counts no members where each joins alone', async () => {
    const { user } = open([buildReview(1)], undefined, buildGameInfo({ individual: true }));
    const name = await screen.findByRole('button', { name: 'Team 1' });
    await user.click(name);
    // Rows open a frame after they have their content.
    await waitFor(() => expect(screen.getByText('captain1')).toBeVisible());
    expect(screen.queryByText(/joined/)).not.toBeInTheDocument();
  });

  it('shows personal data only on request', async () => {
    const { user } = open([buildReview(1)]);
    await user.click(await screen.findByRole('button', { name: /Team 1.*1 of 1 member joined/ }));
    // The row may still be expanding.
    await waitFor(() => expect(screen.getByText('Personal data is hidden')).toBeVisible());
    expect(screen.queryByText('mira@example.org')).not.toBeInTheDocument();
    await user.click(screen.getByRole('switch', { name: 'Show personal data' }));
    expect(screen.getByText('mira@example.org')).toBeVisible();
  });

  it('reads its filters from the URL, and ignores invalid ones', async () => {
    open(
      [buildReview(1), buildReview(2, { status: 'Suspended' })],
      '/admin/games/7/review?status=Suspended&division=%22x%22&page=0',
    );
    expect(await screen.findByRole('button', { name: 'Restore Team 2' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept Team 1' })).not.toBeInTheDocument();
  });

  it('moves a team to another division', async () => {
    organise(buildGameInfo());
    answer(reviewEndpoints.list, [buildReview(1)]);
    answer(reviewEndpoints.update, undefined);
    answer(divisionEndpoints.list, [
      {
        id: 4,
        name: 'Guests',
        inviteCode: null,
        defaultPermissions: allPermissions,
        challengeConfigs: [],
        kind: null,
        ruleText: '',
        scoresAlone: false,
        version: 1,
      },
    ]);
    const { user } = renderPage('/admin/games/7/review');
    await user.click(await screen.findByRole('combobox', { name: 'Division of Team 1' }));
    await user.click(await screen.findByRole('option', { name: 'Guests' }));
    await waitFor(() => expect(updates()).toEqual([['1', { divisionId: 4 }]]));
  });

  it('asks for a reason where the game has started', async () => {
    organise(buildGameInfo());
    answer(reviewEndpoints.list, [buildReview(1)]);
    refuse(reviewEndpoints.update, 'division.reasonMissing');
    answer(divisionEndpoints.list, [
      {
        ...{ id: 4, name: 'Guests', inviteCode: null, defaultPermissions: allPermissions, challengeConfigs: [] },
        ...{ kind: null, ruleText: '', scoresAlone: false, version: 1 },
      },
    ]);
    const { user } = renderPage('/admin/games/7/review');
    await user.click(await screen.findByRole('combobox', { name: 'Division of Team 1' }));
    await user.click(await screen.findByRole('option', { name: 'Guests' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move Team 1 to another division?' }));
    answer(reviewEndpoints.update, undefined);
    await user.type(dialog.getByRole('textbox'), 'It is an agent.');
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(() =>
      expect(updates()).toEqual([
        ['1', { divisionId: 4 }],
        ['1', { divisionId: 4, reason: 'It is an agent.' }],
      ]),
    );
  });
});
