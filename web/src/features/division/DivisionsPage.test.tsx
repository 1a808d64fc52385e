import { screen, waitFor, within } from '@testing-library/react';
import type { Division } from '@vexil/contract/division';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { hasPermission, permissionMask } from '@vexil/rules/permission.rules';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';
import { findConflicts } from './permission-conflicts';

const guests: Division = {
  id: 4,
  name: 'Guests',
  inviteCode: 'open',
  defaultPermissions: permissionMask(['JoinGame', 'ViewChallenge', 'GetScore']),
  challengeConfigs: [],
  kind: null,
  ruleText: '',
  scoresAlone: false,
  version: 1,
};

function open(divisions: Division[]) {
  organise(buildGameInfo());
  answer(divisionEndpoints.list, divisions);
  answer(divisionEndpoints.create, guests);
  answer(divisionEndpoints.update, guests);
  return renderPage('/admin/games/7/divisions');
}

describe('findConflicts', () => {
  it.each([
    [['SubmitFlags'], 'SubmitFlags', 'ViewChallenge'],
    [['GetScore', 'ViewChallenge'], 'GetScore', 'SubmitFlags'],
    [['GetBlood', 'ViewChallenge'], 'GetBlood', 'SubmitFlags'],
    [['RequireReview'], 'RequireReview', 'JoinGame'],
  ] as const)('reports %j', (granted, permission, needs) => {
    expect(findConflicts(permissionMask(granted))).toEqual([{ permission, needs }]);
  });

  it('accepts all and no permissions', () => {
    expect(findConflicts(2147483647)).toEqual([]);
    expect(findConflicts(0)).toEqual([]);
  });
});

describe('the divisions of a game', () => {
  it('explains permissions without effect', async () => {
    open([guests]);
    expect(await screen.findByText('“Earns points” has no effect without “Submits flags”.')).toBeVisible();
  });

  it('sends only the changes, and keeps unknown bits', async () => {
    const { user } = open([{ ...guests, defaultPermissions: guests.defaultPermissions | (1 << 20) }]);
    await user.click(await screen.findByRole('button', { name: 'Edit Guests' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Guests' }));
    await user.click(drawer.getByRole('checkbox', { name: 'Ranked overall' }));
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsOf(divisionEndpoints.update)).toHaveLength(1));
    const body = callsOf(divisionEndpoints.update)[0]?.body as { defaultPermissions: number };
    expect(body).toMatchObject({ version: 1 });
    expect(Object.keys(body).sort()).toEqual(['defaultPermissions', 'version']);
    expect(hasPermission(body.defaultPermissions, 'RankOverall')).toBe(true);
    expect(body.defaultPermissions & (1 << 20)).not.toBe(0);
  });

  it('says who plays in a division, and forces a change of teams that play with a reason', async () => {
    const { user } = open([{ ...guests, kind: 'People', scoresAlone: true }]);
    expect(await screen.findByText('People')).toBeVisible();
    expect(screen.getByText('Scores by itself')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit Guests' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Guests' }));
    expect(drawer.queryByRole('textbox', { name: 'Reason' })).not.toBeInTheDocument();
    await user.click(drawer.getByRole('combobox', { name: 'Who plays' }));
    await user.click(await screen.findByRole('option', { name: 'Agents' }));
    refuse(divisionEndpoints.update, 'division.hasTeams');
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await user.type(await drawer.findByRole('textbox', { name: 'Reason' }), 'A mistake.');
    answer(divisionEndpoints.update, guests);
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsOf(divisionEndpoints.update)).toHaveLength(2));
    expect(callsOf(divisionEndpoints.update).map(({ body }) => body)).toEqual([
      { kind: 'Agents', version: 1 },
      { kind: 'Agents', reason: 'A mistake.', force: true, version: 1 },
    ]);
  });

  it('shows what differs when someone else saved first', async () => {
    const { user } = open([guests]);
    answer(divisionEndpoints.update, ({ body }) => {
      if ((body as { version: number }).version === 2) return guests;
      const current = { ...guests, name: 'Visitors', inviteCode: 'other', version: 2 };
      return Response.json({ title: 'x', status: 409, code: 'request.outdated', current }, { status: 409 });
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Guests' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Guests' }));
    await user.type(drawer.getByRole('textbox', { name: 'Name' }), ' of honour');
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Visitors')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: /mine|my/i }));
    const saves = screen.getAllByRole('button', { name: /save/i });
    await user.click(saves.at(-1) as HTMLElement);
    await waitFor(() =>
      expect(callsOf(divisionEndpoints.update).map(({ body }) => body)).toEqual([
        { name: 'Guests of honour', version: 1 },
        { name: 'Guests of honour', version: 2 },
      ]),
    );
  });

  it('refuses a division without a name at its field', async () => {
    const { user } = open([]);
    await user.click(await screen.findByRole('button', { name: 'New division' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'New division' }));
    await user.click(drawer.getByRole('button', { name: 'Generate a random code' }));
    await user.click(drawer.getByRole('button', { name: 'Create division' }));
    expect(await drawer.findByText('This field is required')).toBeVisible();
    expect(callsOf(divisionEndpoints.create)).toHaveLength(0);
  });

  it.each([
    [false, true],
    [true, false],
  ])(
    "starts a new division with the game's setting: accepting without review %s, reviewed %s",
    async (accepts, reviewed) => {
      organise(buildGameInfo({ acceptWithoutReview: accepts }));
      answer(divisionEndpoints.create, guests);
      const { user } = renderPage('/admin/games/7/divisions');
      await user.click(await screen.findByRole('button', { name: 'New division' }));
      const drawer = within(await screen.findByRole('dialog', { name: 'New division' }));
      await user.type(drawer.getByRole('textbox', { name: 'Name' }), 'Guests');
      await user.click(drawer.getByRole('button', { name: 'Create division' }));
      await waitFor(() => expect(callsOf(divisionEndpoints.create)).toHaveLength(1));
      const body = callsOf(divisionEndpoints.create)[0]?.body as { defaultPermissions: number };
      expect(hasPermission(body.defaultPermissions, 'RequireReview')).toBe(reviewed);
    },
  );

  it('asks before discarding input', async () => {
    const { user } = open([guests]);
    await user.click(await screen.findByRole('button', { name: 'Edit Guests' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Guests' }));
    await user.type(drawer.getByRole('textbox', { name: 'Name' }), ' 2');
    await user.click(drawer.getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(drawer.getByRole('textbox', { name: 'Name' })).toHaveValue('Guests 2');
  });
});
