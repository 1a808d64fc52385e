import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEntry } from '@vexil/contract/audit';
import { auditEndpoints } from '@vexil/contract/audit.endpoints';
import { consentEndpoints } from '@vexil/contract/consent.endpoints';
import type { GameInfo } from '@vexil/contract/game';
import { gameArchiveEndpoints } from '@vexil/contract/game-archive.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import { packBloodBonus } from '@vexil/rules/score.rules';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refusal, refuse } from '../../testing/api';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

async function openInfo(given: Partial<GameInfo> = {}, reports: AuditEntry[] = []) {
  let game = buildGameInfo(given);
  organise(game);
  answer(auditEndpoints.game, { data: reports, length: reports.length, total: reports.length });
  answer(gameEditEndpoints.update, ({ body }) => {
    game = { ...game, ...(body as Partial<GameInfo>) };
    return game;
  });
  const view = renderPage('/admin/games/7/info');
  const title = await screen.findByRole('textbox', { name: 'Title' });
  return { ...view, title };
}

/** A server that refuses what was made on an old version; `theySave` is another organiser. */
async function openVersioned() {
  let game = buildGameInfo();
  const view = await openInfo(game);
  const apply = (change: Partial<GameInfo>) => {
    game = { ...game, ...change, version: game.version + 1 };
  };
  answer(gameEditEndpoints.update, ({ body }) => {
    const { version, ...change } = body as Partial<GameInfo>;
    if (version !== game.version) return refusal('request.outdated', { current: game });
    apply(change);
    return game;
  });
  return { ...view, theySave: apply };
}

const bar = () => screen.findByRole('region', { name: 'Unsaved changes' });
const save = async () => within(await bar()).getByRole('button', { name: 'Save' });
const sent = () => callsOf(gameEditEndpoints.update).map(({ body }) => body as { version: number });
const bodies = () => sent().map(({ version: _, ...change }) => change);

describe('the information of a game', () => {
  it('lists and sends only the changes, and works again after saving', async () => {
    const { user, title } = await openInfo();
    expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument();

    await user.type(title, ' II');
    expect(within(await bar()).getByText('Title')).toBeVisible();
    await user.click(await save());
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument());
    expect(await screen.findByRole('region', { name: 'Saved' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Saved' })).not.toBeInTheDocument());

    await user.click(screen.getByRole('switch', { name: /Practice mode/ }));
    await user.click(await save());
    await waitFor(() => expect(bodies()).toEqual([{ title: 'Northwind Qualifier II' }, { practiceMode: false }]));
  });

  it('adds, renames and removes categories of its own, and says why one stays', async () => {
    const own = { id: 4, name: 'Cloud', category: 'Web', icon: 'AI', colour: 'PPC' } as const;
    const { user } = await openInfo({ customCategories: [own, { ...own, id: 5, name: 'Radio' }] });
    await user.click(screen.getByText('More'));
    const first = screen.getByRole('textbox', { name: 'Name of category 1' });
    await user.clear(first);
    await user.type(first, 'Sky');
    await user.click(screen.getByRole('button', { name: 'Remove category 2' }));
    await user.click(screen.getByRole('button', { name: 'Add category' }));
    await user.type(screen.getByRole('textbox', { name: 'Name of category 2' }), 'Stego');
    refuse(gameEditEndpoints.update, 'game.categoryUsed', {
      details: [{ path: 'customCategories', message: 'Still that of: Antenna' }],
    });
    await user.click(await save());
    expect(await screen.findByText(/Antenna/)).toBeVisible();
    const added = { name: 'Stego', category: 'Misc', icon: 'Misc', colour: 'Misc' };
    expect(bodies()).toEqual([{ customCategories: [{ ...own, name: 'Sky' }, added] }]);
  });

  it('asks for deadline and instructions of writeups once the game asks for writeups', async () => {
    const { user } = await openInfo({ writeupRequired: false });
    expect(screen.queryByLabelText('Writeup deadline')).not.toBeInTheDocument();
    await user.click(screen.getByRole('switch', { name: /Ask teams for a writeup/ }));
    expect(screen.getByLabelText('Writeup deadline')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Writeup instructions' }), 'As a PDF.');
    await user.click(await save());
    await waitFor(() => expect(bodies()).toEqual([{ writeupRequired: true, writeupNote: 'As a PDF.' }]));
  });

  it('takes days for which personal data is kept, warns after the end, and says what was removed', async () => {
    const entry = {
      id: 9,
      time: Date.UTC(2026, 0, 2),
      userId: null,
      userName: null,
      target: 'game:7',
      targetName: null,
    };
    const removed = { ...entry, action: 'game.removeExpired', before: null, after: { addresses: 312, writeups: 4 } };
    const past = { start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 0, 1, 8), writeupsKeptDays: 90 };
    const { user } = await openInfo(past, [removed]);
    await user.click(screen.getByText('More'));
    expect(await screen.findByText(/IP addresses: 312 · Writeups: 4/)).toBeVisible();
    expect(callsOf(auditEndpoints.game)[0]?.query.get('action')).toBe('game.removeExpired');
    const addresses = screen.getByRole('textbox', { name: 'Days to keep IP addresses' });
    await user.type(addresses, '0');
    expect(screen.getByText(/cannot be undone/)).toBeVisible();
    await user.click(await save());
    expect(addresses).toBeInvalid();
    expect(bodies()).toEqual([]);
    await user.clear(addresses);
    await user.type(addresses, '30');
    await user.clear(screen.getByRole('textbox', { name: 'Days to keep writeups' }));
    await user.click(await save());
    await waitFor(() => expect(bodies()).toEqual([{ addressesKeptDays: 30, writeupsKeptDays: null }]));
  });

  it('lists who accepted the rules, and shows an earlier text', async () => {
    const { user } = await openInfo({ rules: 'Be fair.' });
    const one = { userId: crypto.randomUUID(), userName: 'mira', acceptedAt: Date.UTC(2026, 0, 2) };
    const data = [
      { ...one, hash: 'b'.repeat(64), isCurrent: true },
      { ...one, hash: 'a'.repeat(64), isCurrent: false },
    ];
    answer(consentEndpoints.gameConsents, ({ query }) => {
      const found = data.filter(({ hash }) => (query.get('hash') ?? hash) === hash);
      return { data: found, length: found.length, total: found.length, text: query.get('hash') && 'Be kind.' };
    });
    await user.click(screen.getByRole('button', { name: 'Who accepted' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Accepted texts' }));
    expect(await dialog.findAllByRole('listitem')).toHaveLength(2);
    expect(dialog.getByRole('link', { name: 'Spreadsheet' })).toHaveAttribute(
      'href',
      '/api/edit/games/7/consents/sheet',
    );
    await user.click(dialog.getByRole('button', { name: 'aaaaaaaaaaaa' }));
    expect(await dialog.findByText('Be kind.')).toBeVisible();
    expect(dialog.getAllByRole('listitem')).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Show all texts' }));
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(2));
  });

  it('fetches the salt of the team hashes when it is asked for', async () => {
    const { user } = await openInfo();
    answer(gameEditEndpoints.hashSalt, () => 'f00d');
    expect(screen.queryByRole('textbox', { name: 'Salt of the team hashes' })).not.toBeInTheDocument();
    expect(callsOf(gameEditEndpoints.hashSalt)).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Show the salt' }));
    expect(await screen.findByRole('textbox', { name: 'Salt of the team hashes' })).toHaveValue('f00d');
  });

  it('restores the stored values when changes are discarded', async () => {
    const { user, title } = await openInfo();
    await user.clear(title);
    await user.type(title, 'Another');
    await user.click(within(await bar()).getByRole('button', { name: 'Discard' }));
    expect(title).toHaveValue('Northwind Qualifier');
    expect(bodies()).toEqual([]);
  });

  it('asks before leaving with unsaved changes', async () => {
    const { user, router, title } = await openInfo();
    await user.type(title, '!');
    await user.click(screen.getByRole('link', { name: 'All games' }));

    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(router.state.location.pathname).toBe('/admin/games/7/info');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(title).toHaveValue('Northwind Qualifier!');

    await user.click(screen.getByRole('link', { name: 'All games' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games'));
  });

  it('shows a server error at its field and keeps the input', async () => {
    const { user, title } = await openInfo();
    refuse(gameEditEndpoints.update, 'request.invalid', {
      details: [{ path: 'title', message: 'This title is taken.' }],
    });
    await user.type(title, ' II');
    await user.click(await save());

    expect(await screen.findByText('This title is taken.')).toBeVisible();
    expect(title).toBeInvalid();
    expect(title).toHaveValue('Northwind Qualifier II');
    expect(await bar()).toBeVisible();
  });

  it('shows errors without a field in the bar', async () => {
    const { user, title } = await openInfo();
    refuse(gameEditEndpoints.update, 'request.failed');
    await user.type(title, ' II');
    await user.click(await save());
    expect(await within(await bar()).findByRole('alert')).toHaveTextContent('Something went wrong on our side.');
    expect(title).toHaveValue('Northwind Qualifier II');
  });

  it('validates title and times before sending', async () => {
    const { user, title } = await openInfo({ start: Date.UTC(2026, 4, 2), end: Date.UTC(2026, 4, 3) });
    await user.clear(title);
    const end = screen.getByLabelText('End');
    await user.clear(end);
    await user.type(end, '2026-05-01T10:00');
    await user.click(await save());

    expect(await screen.findByText('This field is required')).toBeVisible();
    expect(screen.getByText('The end must be after the start.')).toBeVisible();
    expect(bodies()).toEqual([]);
  });

  it('packs the three percentages of the bonus into one number', async () => {
    const { user } = await openInfo();
    const first = screen.getByRole('textbox', { name: 'First blood' });
    expect(first).toHaveValue('5 %');
    await user.clear(first);
    await user.type(first, '12.5');
    expect(await screen.findByText('1000 points become 1125')).toBeVisible();
    await user.click(await save());
    await waitFor(() =>
      expect(bodies()).toEqual([{ bloodBonus: packBloodBonus({ first: 125, second: 30, third: 10 }) }]),
    );
  });

  it('takes the blood bonus in points', async () => {
    const { user } = await openInfo();
    await user.click(screen.getByRole('switch', { name: /Blood bonus in points/ }));
    await user.clear(screen.getByRole('textbox', { name: 'First blood' }));
    await user.type(screen.getByRole('textbox', { name: 'First blood' }), '100');
    await user.click(await save());
    await waitFor(() => expect(bodies()).toEqual([{ bloodBonusPoints: [100, 0, 0] }]));
  });

  it('rejects a percentage above 100 at its field', async () => {
    const { user } = await openInfo();
    const third = screen.getByRole('textbox', { name: 'Third blood' });
    await user.clear(third);
    await user.type(third, '101');
    await user.click(await save());
    expect(await screen.findByText('Between 0 and 100 %')).toBeVisible();
    expect(bodies()).toEqual([]);
  });

  it('clears the invitation code as null', async () => {
    const { user } = await openInfo({ inviteCode: 'open-sesame' });
    await user.clear(screen.getByRole('textbox', { name: 'Invitation code' }));
    await user.click(await save());
    await waitFor(() => expect(bodies()).toEqual([{ inviteCode: null }]));
  });

  it('sets a freeze between start and end, and clears it as null', async () => {
    const start = new Date('2026-05-01T10:00').getTime();
    const times = { start, end: start + 8 * 3_600_000 };
    const { user } = await openInfo(times);
    expect(screen.getByText('Never: everyone sees the live scoreboard until the end')).toBeVisible();
    const freeze = screen.getByLabelText('Freeze the scoreboard');
    await user.type(freeze, '2026-05-01T19:00');
    await user.click(await save());
    expect(await screen.findByText('Must be between the start and the end of the game.')).toBeVisible();
    expect(bodies()).toEqual([]);

    await user.clear(freeze);
    await user.type(freeze, '2026-05-01T17:00');
    await user.click(await save());
    await waitFor(() => expect(bodies()).toEqual([{ freezeTime: start + 7 * 3_600_000 }]));
    await user.clear(freeze);
    await user.click(await save());
    await waitFor(() => expect(bodies().at(-1)).toEqual({ freezeTime: null }));
  });

  it('reveals a frozen scoreboard after confirmation', async () => {
    const times = { start: Date.now() - 7_200_000, end: Date.now() + 3_600_000, freezeTime: Date.now() - 60_000 };
    const { user } = await openInfo(times);
    answer(gameEditEndpoints.unfreeze, buildGameInfo({ ...times, revealedAt: Date.now() }));
    await user.click(screen.getByRole('button', { name: 'Publish the standings' }));
    const question = await screen.findByRole('dialog', { name: 'Publish the standings now?' });
    expect(callsOf(gameEditEndpoints.unfreeze)).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Publish the standings' }));
    expect(await screen.findByText(/^Published on/)).toBeVisible();
    expect(callsOf(gameEditEndpoints.unfreeze)).toHaveLength(1);
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Publish the standings' })).not.toBeInTheDocument(),
    );
  });

  it('merges what others saved in other fields without a word', async () => {
    const { user, title, theySave } = await openVersioned();
    theySave({ practiceMode: false });
    await user.type(title, ' II');
    await user.click(await save());
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(sent()).toEqual([
      { title: 'Northwind Qualifier II', version: 1 },
      { title: 'Northwind Qualifier II', version: 2 },
    ]);
    expect(screen.getByRole('switch', { name: /Practice mode/ })).not.toBeChecked();
  });

  it('asks which is kept where both changed a field, and sends the choice', async () => {
    const { user, title, theySave } = await openVersioned();
    theySave({ title: 'Their title', practiceMode: false });
    await user.type(title, ' II');
    await user.click(screen.getByRole('switch', { name: /Visible to players/ }));
    await user.click(await save());

    const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this meanwhile' });
    expect(within(dialog).getByText('Their title')).toBeVisible();
    expect(within(dialog).getByText('Northwind Qualifier II')).toBeVisible();
    const confirm = within(dialog).getByRole('button', { name: 'Save the choice' });
    expect(confirm).toBeDisabled();
    await user.click(within(dialog).getByRole('radio', { name: 'Keep theirs' }));
    await user.click(confirm);

    expect(await screen.findByText('Saved')).toBeVisible();
    expect(sent().at(-1)).toEqual({ hidden: true, version: 2 });
    expect(title).toHaveValue('Their title');
    expect(screen.getByRole('switch', { name: /Practice mode/ })).not.toBeChecked();
  });

  it('keeps the edits when one goes back from the choice, and asks again at the next save', async () => {
    const { user, title, theySave } = await openVersioned();
    theySave({ title: 'Their title' });
    await user.type(title, ' II');
    await user.click(await save());
    await user.click(await screen.findByRole('button', { name: 'Back to editing' }));
    expect(await within(await bar()).findByRole('alert')).toHaveTextContent('Someone else saved this');
    expect(title).toHaveValue('Northwind Qualifier II');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(await save());
    const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this meanwhile' });
    await user.click(within(dialog).getByRole('radio', { name: 'Keep mine' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save the choice' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(sent().at(-1)).toEqual({ title: 'Northwind Qualifier II', version: 2 });
  });

  it('shows the address of the feed for CTFtime', async () => {
    const { user } = await openInfo();
    await user.click(screen.getByText('More'));
    const feed = screen.getByRole('textbox', { name: 'Scoreboard feed for CTFtime' });
    expect(feed).toHaveValue(`${location.origin}/api/game/7/ctftime`);
    expect(screen.getByRole('button', { name: 'Copy address of the feed' })).toBeVisible();
  });

  it('unfolds what its address names', async () => {
    organise(buildGameInfo());
    renderPage('/admin/games/7/info#danger');
    const action = await screen.findByRole('button', { name: 'Delete game' });
    await waitFor(() => expect(action).toBeVisible());
  });

  it('has the focus in the field that its address names', async () => {
    organise(buildGameInfo());
    renderPage('/admin/games/7/info#rules');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Rules and description' })).toHaveFocus());
  });

  it('goes to a field from the checklist, again and again, and closes it', async () => {
    organise(buildGameInfo({ content: '' }));
    const { user } = renderPage('/admin/games/7/info');
    for (let times = 0; times < 2; times += 1) {
      const checklist = await screen.findByRole('button', { name: /checklist/ });
      await user.click(checklist);
      const line = (await screen.findByText('Write the rules')).closest('li') as HTMLElement;
      await user.click(within(line).getByRole('link', { name: 'Edit' }));
      await waitFor(() => expect(screen.getByRole('textbox', { name: 'Rules and description' })).toHaveFocus());
      await waitFor(() => expect(screen.queryByText('Write the rules')).not.toBeInTheDocument());
    }
  });

  it('deletes only once the title is typed', async () => {
    const { user, router } = await openInfo();
    answer(gameEditEndpoints.delete, undefined);
    await user.click(screen.getByRole('button', { name: 'Delete game' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this game?' });
    const action = within(dialog).getByRole('button', { name: 'Delete game' });
    expect(action).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox'), 'Northwind Qualifier');
    await user.click(action);
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games'));
    expect(callsOf(gameEditEndpoints.delete)).toHaveLength(1);
  });
});

describe('the archive of a game', () => {
  it('waits for the end of the game', async () => {
    const { user } = await openInfo({ end: Date.now() + 3_600_000 });
    await user.click(screen.getByText('More'));
    expect(screen.getByRole('button', { name: 'Download archive' })).toBeDisabled();
    expect(screen.getByText(/Available once the game has ended/)).toBeVisible();
  });

  it('is asked for as it is chosen, and says why it is refused', async () => {
    refuse(gameArchiveEndpoints.download, 'package.contentMissing');
    const { user } = await openInfo({ start: Date.now() - 7_200_000, end: Date.now() - 3_600_000 });
    await user.click(screen.getByRole('checkbox', { name: 'Writeups' }));
    await user.click(screen.getByRole('button', { name: 'Download archive' }));
    await waitFor(() => expect(callsOf(gameArchiveEndpoints.download)).toHaveLength(1));
    const [{ body } = { body: null }] = callsOf(gameArchiveEndpoints.download);
    expect(body).toEqual({ statements: true, attachments: false, writeups: true });
    expect(await screen.findByRole('alert')).toBeVisible();
  });
});
