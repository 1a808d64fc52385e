import { screen, waitFor, within } from '@testing-library/react';
import type { Division } from '@vexil/contract/division';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { allPermissions } from '@vexil/db/enums/division';
import { withoutPermissions } from '@vexil/rules/permission.rules';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refusal } from '../../testing/api';
import { buildChallengeEdit, buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const noBlood = withoutPermissions(allPermissions, ['GetBlood']);
const guests: Division = {
  id: 4,
  name: 'Guests',
  inviteCode: null,
  defaultPermissions: allPermissions,
  challengeConfigs: [{ challengeId: 11, permissions: noBlood }],
  kind: null,
  ruleText: '',
  scoresAlone: false,
  version: 3,
};
const students: Division = {
  ...guests,
  id: 5,
  name: 'Students',
  challengeConfigs: [],
  version: 8,
};

async function open() {
  organise(buildGameInfo(), [buildChallengeEdit(), buildChallengeEdit({ id: 12, title: 'Moon', category: 'Web' })]);
  answer(divisionEndpoints.list, [guests, students]);
  const page = renderPage('/admin/games/7/divisions');
  const matrix = await screen.findByRole('grid', { name: 'Permissions per challenge' });
  return { ...page, matrix: within(matrix) };
}

const bodies = () => callsOf(divisionEndpoints.update).map(({ params, body }) => [params.divisionId, body]);
const save = () => screen.getByRole('button', { name: 'Save' });

describe('the matrix of divisions', () => {
  it('distinguishes exceptions from inherited permissions by words', async () => {
    const { matrix } = await open();
    expect(matrix.getByRole('button', { name: 'Tide tables, Guests: 4 of 5 Exception' })).toBeVisible();
    expect(matrix.getByRole('button', { name: 'Tide tables, Students: All Default' })).toBeVisible();
  });

  it('saves a changed cell on the version it was made on, and no other division', async () => {
    const { user, matrix } = await open();
    answer(divisionEndpoints.update, students);
    await user.click(matrix.getByRole('button', { name: 'Tide tables, Students: All Default' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Counts for first blood' }));
    await user.keyboard('{Escape}');
    const cell = matrix.getByRole('button', { name: 'Tide tables, Students: 4 of 5 Exception Unsaved' });
    await waitFor(() => expect(cell).toHaveFocus());
    await user.click(save());
    await waitFor(() =>
      expect(bodies()).toEqual([
        [
          '5',
          {
            challengeConfigs: [{ challengeId: 11, permissions: noBlood }],
            version: 8,
          },
        ],
      ]),
    );
  });

  it('moves by arrow keys, and goes back to the default by Delete', async () => {
    const { user, matrix } = await open();
    answer(divisionEndpoints.update, { ...guests, challengeConfigs: [] });
    const start = matrix.getByRole('button', { name: 'Default permissions, Guests: All' });
    expect(matrix.getAllByRole('button').filter((button) => button.tabIndex === 0)).toEqual([start]);
    start.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Delete}');
    expect(matrix.getByRole('button', { name: 'Tide tables, Guests: All Default Unsaved' })).toHaveFocus();
    await user.click(save());
    await waitFor(() => expect(bodies()).toEqual([['4', { challengeConfigs: [], version: 3 }]]));
  });

  it('sets a category of all divisions at once', async () => {
    const { user, matrix } = await open();
    answer(divisionEndpoints.update, ({ params }) => (params.divisionId === '4' ? guests : students));
    await user.click(matrix.getByRole('button', { name: 'Crypto, All divisions' }));
    const box = await screen.findByRole('checkbox', { name: 'Counts for first blood' });
    expect(box).toBePartiallyChecked();
    await user.click(await screen.findByRole('checkbox', { name: 'Sees challenges' }));
    expect(matrix.getByRole('button', { name: /^Tide tables, Students: .*Hidden Exception Unsaved$/ })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(save());
    await waitFor(() => expect(bodies().map(([id]) => id)).toEqual(['4', '5']));
  });

  it('merges what others changed, and asks about a cell that both changed', async () => {
    const { user, matrix } = await open();
    const current = {
      ...students,
      challengeConfigs: [
        { challengeId: 11, permissions: 257 },
        { challengeId: 12, permissions: 256 },
      ],
      version: 9,
    };
    answer(divisionEndpoints.update, ({ body }) => {
      if ((body as { version: number }).version === 9) return current;
      return Response.json({ title: 'x', status: 409, code: 'request.outdated', current }, { status: 409 });
    });
    await user.click(matrix.getByRole('button', { name: 'Tide tables, Students: All Default' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Counts for first blood' }));
    await user.keyboard('{Escape}');
    await user.click(save());
    const dialog = within(await screen.findByRole('dialog', { name: /someone else/i }));
    expect(dialog.getByText('Students · Tide tables')).toBeVisible();
    expect(dialog.getByText('Students · Moon')).toBeVisible();
    expect(dialog.getAllByRole('radiogroup')).toHaveLength(1);
    await user.click(dialog.getByRole('radio', { name: /mine|my/i }));
    await user.click(dialog.getByRole('button', { name: /save/i }));
    const merged = [
      { challengeId: 11, permissions: noBlood },
      { challengeId: 12, permissions: 256 },
    ];
    await waitFor(() => expect(bodies().at(-1)).toEqual(['5', { challengeConfigs: merged, version: 9 }]));
  });

  it('keeps a choice of theirs when the merged save fails', async () => {
    const { user, matrix } = await open();
    const theirs = [
      { challengeId: 11, permissions: 257 },
      { challengeId: 12, permissions: 256 },
    ];
    const current = { ...students, challengeConfigs: theirs, version: 9 };
    answer(divisionEndpoints.update, ({ body }) =>
      (body as { version: number }).version === 9
        ? refusal('request.failed')
        : refusal('request.outdated', { current }),
    );
    for (const challenge of ['Tide tables', 'Moon']) {
      await user.click(matrix.getByRole('button', { name: `${challenge}, Students: All Default` }));
      await user.click(await screen.findByRole('checkbox', { name: 'Counts for first blood' }));
      await user.keyboard('{Escape}');
    }
    await user.click(save());
    const dialog = within(await screen.findByRole('dialog', { name: /someone else/i }));
    const keep = async (cell: string, side: string) =>
      user.click(within(dialog.getByRole('group', { name: cell })).getByRole('radio', { name: side }));
    await keep('Students · Tide tables', 'Keep theirs');
    await keep('Students · Moon', 'Keep mine');
    await user.click(dialog.getByRole('button', { name: 'Save the choice' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await matrix.findByRole('button', { name: /^Tide tables, Students: .*Exception$/ })).toBeVisible();
    answer(divisionEndpoints.update, current);
    await user.click(save());
    const merged = [theirs[0], { challengeId: 12, permissions: noBlood }];
    await waitFor(() => expect(bodies()).toHaveLength(3));
    expect(bodies().at(-1)).toEqual(['5', { challengeConfigs: merged, version: 9 }]);
  });
});
