import { screen, waitFor, within } from '@testing-library/react';
import type { GameInfo } from '@vexil/contract/game';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { EventImport } from '@vexil/contract/package';
import { packageEndpoints } from '@vexil/contract/package.endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { readBlobs, zipFile } from '../../testing/blobs';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';
import { answerUploads } from '../../testing/uploads';

const hour = 3_600_000;

async function open(button = 'New game', game: GameInfo = buildGameInfo()) {
  organise(game);
  const { user, router } = renderPage('/admin/games');
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New game' }));
  return { user, router, dialog };
}

const factsOf = (region: HTMLElement) =>
  Object.fromEntries(
    within(region)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  );

/** An export of CTFd. */
function exportOf(tables: Record<string, object[]>): File {
  const all = { challenges: [], users: [], teams: [], submissions: [], solves: [], ...tables };
  const files = Object.entries(all).map(([name, rows]) => [`db/${name}.json`, JSON.stringify({ results: rows })]);
  return zipFile('ctfd.zip', Object.fromEntries(files));
}

beforeAll(readBlobs);

describe('a new game', () => {
  it('begins with a template, chosen, read and created by keyboard alone', async () => {
    const { user, router, dialog } = await open();
    answer(gameEditEndpoints.create, buildGameInfo({ id: 8, title: 'Harbour Cup' }));
    const title = dialog.getByRole('textbox', { name: 'Title' });
    await waitFor(() => expect(title).toHaveFocus());
    await user.tab({ shift: true });
    expect(dialog.getByRole('radio', { name: 'An empty game' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(dialog.getByRole('radio', { name: 'A template' })).toBeChecked();
    await user.tab();
    const weekend = dialog.getByRole('radio', { name: 'Weekend competition' });
    expect(weekend).toHaveFocus();
    expect(weekend).toHaveAccessibleDescription(/^For public teams: the scoreboard freezes/);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(dialog.getByRole('radio', { name: 'Students and open' })).toBeChecked();
    expect(factsOf(dialog.getByRole('region', { name: 'What this template sets' }))).toEqual({
      'Players per team': '4',
      Joining: 'At once, without review',
      Divisions: 'Students (invitation code)Open',
      'Freeze the scoreboard': '1 hour before the end, until you reveal it',
      Writeups: 'Not asked for',
      'After the end': 'Challenges stay open for practice',
      'Bonus of the first solves': '5 % · 3 % · 1 %',
    });
    await user.tab();
    expect(title).toHaveFocus();
    await user.keyboard(' Harbour Cup {Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games/8/info'));
    const bodies = callsOf(gameEditEndpoints.create).map(({ body }) => body as GameInfo);
    expect(bodies).toHaveLength(1);
    const [start = 0] = bodies.map((body) => body.start);
    expect(bodies[0]).toMatchObject({
      title: 'Harbour Cup',
      hidden: true,
      end: start + 24 * hour,
      freezeTime: start + 23 * hour,
      divisions: [
        { name: 'Students', inviteCode: expect.stringMatching(/^\w{24}$/) },
        { name: 'Open', inviteCode: null },
      ],
    });
  });

  it.each([
    ['Weekend competition', { 'Players per team': '5', Writeups: 'Due 1 day after the end' }],
    ['One-day competition', { 'Freeze the scoreboard': 'Never' }],
    [
      'Class or training',
      {
        'Players per team': '1',
        Joining: 'At once, with an invitation code',
        'Bonus of the first solves': 'None',
      },
    ],
    ['Internal event', { Joining: 'Staff accept each team', 'After the end': 'Challenges close' }],
  ])('shows what %s sets', async (name, facts) => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('radio', { name: 'A template' }));
    await user.click(dialog.getByRole('radio', { name }));
    expect(factsOf(dialog.getByRole('region', { name: 'What this template sets' }))).toMatchObject(facts);
  });

  it.each([
    ['An empty game', undefined, '5/3/2031 6:00 PM'],
    ['A template', 'Weekend competition', '5/4/2031 6:00 PM'],
    ['A template', 'Class or training', '5/30/2031 6:00 PM'],
  ])('moves the end of %s (%s) with the start', async (way, template, end) => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('radio', { name: way }));
    if (template) await user.click(dialog.getByRole('radio', { name: template }));
    await user.clear(dialog.getByLabelText('Start'));
    expect(dialog.getByLabelText('End')).toHaveValue('');
    await user.type(dialog.getByLabelText('Start'), '2031-05-02T18:00');
    expect(dialog.getByLabelText('End')).toHaveValue(end);
  });

  it('makes a game of a template between the chosen start and end', async () => {
    const { user, router, dialog } = await open();
    answer(gameEditEndpoints.create, buildGameInfo({ id: 8 }));
    await user.click(dialog.getByRole('radio', { name: 'A template' }));
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Harbour Cup');
    const [start, end] = [dialog.getByLabelText('Start'), dialog.getByLabelText('End')];
    await user.clear(end);
    await user.click(dialog.getByRole('button', { name: 'Create game' }));
    expect(end).toBeInvalid();
    await user.clear(start);
    await user.type(start, '2031-05-02T18:00');
    await user.type(end, '2031-05-02T18:00');
    await user.click(dialog.getByRole('button', { name: 'Create game' }));
    expect(await dialog.findByText('The end must be after the start.')).toBeVisible();
    await user.clear(end);
    await user.type(end, '2031-05-03T02:00');
    // Another template leaves it alone.
    await user.click(dialog.getByRole('radio', { name: 'Students and open' }));
    await user.click(dialog.getByRole('button', { name: 'Create game' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games/8/info'));
    const chosen = new Date('2031-05-03T02:00').getTime();
    expect(callsOf(gameEditEndpoints.create)).toMatchObject([
      { body: { start: chosen - 8 * hour, end: chosen, freezeTime: chosen - hour } },
    ]);
  });

  it('says at the end that a game is too short for the freeze of its template', async () => {
    const { user, dialog } = await open();
    refuse(gameEditEndpoints.create, 'game.freezeOutside');
    await user.click(dialog.getByRole('radio', { name: 'A template' }));
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Harbour Cup');
    await user.click(dialog.getByRole('button', { name: 'Create game' }));
    await waitFor(() => expect(dialog.getByLabelText('End')).toBeInvalid());
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('keeps what was typed when the way changes or the server refuses', async () => {
    const { user, router, dialog } = await open();
    refuse(gameEditEndpoints.create, 'request.failed');
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Harbour Cup');
    await user.click(dialog.getByRole('radio', { name: 'A package' }));
    expect(dialog.queryByRole('textbox', { name: 'Title' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'A template' }));
    await user.click(dialog.getByRole('button', { name: 'Create game' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Harbour Cup');
    expect(dialog.getByRole('radio', { name: 'Weekend competition' })).toBeChecked();
    expect(router.state.location.pathname).toBe('/admin/games');
  });

  it('begins as a copy of an earlier game, once one is chosen', async () => {
    const { user, router, dialog } = await open();
    answer(packageEndpoints.copy, 7);
    await user.click(dialog.getByRole('radio', { name: 'An earlier game' }));
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Northwind Final');
    await user.click(dialog.getByRole('button', { name: 'Create game' }));
    const game = dialog.getByRole('combobox', { name: 'Game' });
    expect(game).toBeInvalid();
    await user.click(game);
    await user.click(await screen.findByRole('option', { name: 'Northwind Qualifier #7' }));
    await user.click(dialog.getByRole('button', { name: 'Create game' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games/7/info'));
    expect(callsOf(packageEndpoints.copy)).toMatchObject([{ params: { id: '7' }, body: { title: 'Northwind Final' } }]);
    expect(callsOf(gameEditEndpoints.create)).toEqual([]);
  });

  it('has the title and the length of the game that it copies', async () => {
    const start = Date.now() + hour;
    const { user, dialog } = await open(
      'New game from this one: Northwind Qualifier',
      buildGameInfo({ start, end: start + 6 * hour }),
    );
    answer(packageEndpoints.copy, 7);
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Northwind Qualifier (copy)');
    await user.clear(dialog.getByLabelText('Start'));
    await user.type(dialog.getByLabelText('Start'), '2031-05-02T18:00');
    expect(dialog.getByLabelText('End')).toHaveValue('5/3/2031 12:00 AM');
    await user.click(dialog.getByRole('button', { name: 'Create game' }));
    const at = new Date('2031-05-02T18:00').getTime();
    const body = { title: 'Northwind Qualifier (copy)', start: at, end: at + 6 * hour };
    await waitFor(() => expect(callsOf(packageEndpoints.copy)).toMatchObject([{ body }]));
  });

  it('comes from a package', async () => {
    const { user, router, dialog } = await open('Import');
    const sent = answerUploads(200, '7');
    expect(dialog.getByRole('radio', { name: 'A package' })).toBeChecked();
    const file = new File(['PK'], 'game.zip', { type: 'application/zip' });
    await user.upload(dialog.getByLabelText('Choose a file', { selector: 'input' }), file);
    expect(await dialog.findByText('Northwind Qualifier was imported')).toBeVisible();
    expect(sent).toHaveLength(1);
    await user.click(dialog.getByRole('link', { name: 'Open the game' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games/7/info'));
  });

  it('comes from a finished event, once its report was read', async () => {
    const { user, router, dialog } = await open();
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const sent = answerUploads(200, JSON.stringify({ id }));
    const report: EventImport = {
      ...{ id, state: 'Checked', done: 0, total: 10, gameId: null, title: 'Steam CTF', problems: [], error: null },
      ...{ challenges: 1, accounts: 2, teams: 3, submissions: 4, awards: 5 },
      losses: [
        {
          ...{ file: 'people/teams.jsonl', line: null, field: '0.name', what: 'event.renamed' },
          values: { value: 'Kettle', name: 'Kettle2' },
        },
      ],
    };
    answer(packageEndpoints.getEvent, report);
    await user.click(dialog.getByRole('radio', { name: 'A finished event of CTFd or rCTF' }));
    const file = exportOf({
      challenges: [{ id: 1, name: 'Kettle', category: 'web', value: 100, state: 'visible' }],
      users: [{ id: 1, name: 'Ada', type: 'admin', team_id: 1 }],
      teams: [{ id: 1, name: 'Kettle' }],
    });
    await user.upload(dialog.getByLabelText('Choose a file', { selector: 'input' }), file);
    expect(await dialog.findByText('Steam CTF: 1 challenges, 2 accounts, 3 teams, 4 answers, 5 awards')).toBeVisible();
    expect(dialog.getByText('The administrator Ada becomes a player')).toBeVisible();
    expect(dialog.getByText('The name Kettle becomes Kettle2')).toBeVisible();
    expect(sent).toHaveLength(1);
    const again = answerUploads(200, JSON.stringify({ id: id.replace('0189', '0190') }));
    answer(packageEndpoints.getEvent, { ...report, state: 'Imported', gameId: 7 });
    await user.click(dialog.getByRole('button', { name: 'Make accounts and game' }));
    await user.click(await dialog.findByRole('link', { name: 'Open the game' }));
    expect(again).toHaveLength(1);
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games/7/info'));
  });

  it.each<[string, Partial<EventImport> | null, string]>([
    [
      'problems',
      { problems: [{ file: 'people/answers.jsonl', line: null, field: '3', what: 'field.twice' }] },
      'The value occurs twice',
    ],
    ['what is wrong with the archive', { error: 'No zip archive' }, 'No zip archive'],
    ['that the server has died', null, 'The import ended without a report'],
  ])('says of an event %s', async (_, refused, text) => {
    const { user, dialog } = await open();
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    answerUploads(200, JSON.stringify({ id }));
    const none = { done: 0, total: 0, gameId: null, title: '', problems: [], losses: [], error: null };
    const counts = { challenges: 0, accounts: 0, teams: 0, submissions: 0, awards: 0 };
    if (refused) answer(packageEndpoints.getEvent, { id, state: 'Refused', ...none, ...counts, ...refused });
    else refuse(packageEndpoints.getEvent, 'request.notFound');
    await user.click(dialog.getByRole('radio', { name: 'A finished event of CTFd or rCTF' }));
    await user.upload(dialog.getByLabelText('Choose a file', { selector: 'input' }), exportOf({}));
    expect(await dialog.findByRole('alert')).toHaveTextContent(text);
    expect(dialog.queryByRole('button', { name: 'Make accounts and game' })).toBeNull();
  });

  it('is not sent for an export that cannot be read', async () => {
    const { user, dialog } = await open();
    const sent = answerUploads(200, JSON.stringify({ id: '01890a5d-ac96-774b-bcce-b302099a8057' }));
    await user.click(dialog.getByRole('radio', { name: 'A finished event of CTFd or rCTF' }));
    const choose = (file: File) => user.upload(dialog.getByLabelText('Choose a file', { selector: 'input' }), file);
    await choose(exportOf({ users: [{ id: 1, name: 'Ada', team_id: 9 }] }));
    expect(await dialog.findByText('There is no row with the id 9')).toBeVisible();
    await choose(new File(['PK'], 'ctfd.zip', { type: 'application/zip' }));
    expect(await dialog.findByText('ctfd.zip is no zip archive, or is damaged')).toBeVisible();
    expect(sent).toHaveLength(0);
  });
});
