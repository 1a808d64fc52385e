import { screen, waitFor, within } from '@testing-library/react';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { challengeEditEndpoints, flagEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import type { Division } from '@vexil/contract/division';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { permissionMask } from '@vexil/rules/permission.rules';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { edit, sentChanges } from '../../testing/edited-challenges';
import { buildChallengeEdit, buildChallengeInfo, buildGameInfo, running } from '../../testing/organiser';
import { renderPage } from '../../testing/render';
import { answerUploads } from '../../testing/uploads';

const buildDivision = (id: number, name: string, permissions: Parameters<typeof permissionMask>[0]): Division => ({
  id,
  name,
  inviteCode: null,
  defaultPermissions: permissionMask(permissions),
  challengeConfigs: [],
  kind: null,
  ruleText: '',
  scoresAlone: false,
  version: 1,
});
const save = () => screen.findByRole('button', { name: 'Save' });

describe('the list of challenges', () => {
  it('shows flags, solves and missing parts without a request per challenge', async () => {
    const challenges = [
      buildChallengeEdit({ acceptedCount: 3 }),
      buildChallengeEdit({ id: 12, title: 'Lighthouse', type: 'DynamicContainer', flags: [], flagTemplate: 'x[GUID]' }),
    ];
    edit(challenges, buildGameInfo());
    const { user } = renderPage('/admin/games/7/challenges');
    const row = async (name: string) => {
      const item = (await screen.findByRole('link', { name })).closest('tr');
      return within(item ?? document.body);
    };
    expect((await row('Tide tables')).getByText('3')).toBeVisible();
    expect((await row('Tide tables')).getByText('1 flag')).toBeVisible();
    expect((await row('Lighthouse')).getByText('Custom template')).toBeVisible();
    expect((await row('Lighthouse')).getByText('no image yet')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: /^Launch checklist/ }));
    expect(await screen.findByText(/^These container challenges have no image/)).toBeVisible();
    expect(callsOf(challengeEditEndpoints.get)).toEqual([]);
  });
});

describe('a category of the game’s own', () => {
  const own = { id: 2, name: 'Cloud', category: 'Web', icon: 'AI', colour: 'PPC' } as const;

  it('is chosen like the thirteen, and left for one of them', async () => {
    edit([buildChallengeEdit({ category: 'Web' })], buildGameInfo({ customCategories: [own] }));
    const { user } = renderPage('/admin/games/7/challenges/11');
    const field = await screen.findByRole('combobox', { name: 'Category' });
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'Cloud' }));
    await user.click(await save());
    await waitFor(() => expect(sentChanges()).toEqual([{ customCategory: 'Cloud' }]));
    expect(field).toHaveValue('Cloud');
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'Web' }));
    await user.click(await save());
    await waitFor(() => expect(sentChanges()[1]).toEqual({ category: 'Web', customCategory: '' }));
  });
});

describe('enabling a challenge', () => {
  it('asks in a running game, warns about the notice, and changes nothing before', async () => {
    edit([buildChallengeEdit({ isEnabled: false })]);
    const { user } = renderPage('/admin/games/7/challenges/11');
    const enable = await screen.findByRole('switch', { name: 'Enable Tide tables' });
    await user.click(enable);

    const dialog = within(await screen.findByRole('dialog', { name: 'Enable Tide tables?' }));
    expect(dialog.getByText(/all players will see the challenge at once and get a notice/)).toBeVisible();
    expect(enable).not.toBeChecked();
    expect(sentChanges()).toEqual([]);

    await user.click(dialog.getByRole('button', { name: 'Enable and announce' }));
    await waitFor(() => expect(sentChanges()).toEqual([{ isEnabled: true }]));
  });

  it('warns that disabling stops running instances', async () => {
    edit([buildChallengeEdit({ type: 'StaticContainer', containerImage: 'web:1' })]);
    const { user } = renderPage('/admin/games/7/challenges/11');
    await user.click(await screen.findByRole('switch', { name: 'Enable Tide tables' }));
    expect(await screen.findByText(/all its running instances will be stopped/)).toBeVisible();
  });

  it('needs no confirmation before the start', async () => {
    edit([buildChallengeEdit({ isEnabled: false })], buildGameInfo());
    const { user } = renderPage('/admin/games/7/challenges/11');
    await user.click(await screen.findByRole('switch', { name: 'Enable Tide tables' }));
    await waitFor(() => expect(sentChanges()).toEqual([{ isEnabled: true }]));
  });

  it('shows why it was refused, and stays off', async () => {
    edit([buildChallengeEdit({ isEnabled: false })], buildGameInfo());
    refuse(challengeEditEndpoints.update, 'challenge.noFlags');
    const { user } = renderPage('/admin/games/7/challenges/11');
    const enable = await screen.findByRole('switch', { name: 'Enable Tide tables' });
    await user.click(enable);
    expect(await screen.findByText('Add a flag before you enable the challenge.')).toBeVisible();
    expect(enable).not.toBeChecked();
  });

  it('cannot be asked for without a flag, which is said beside it', async () => {
    edit([buildChallengeEdit({ isEnabled: false, flags: [] })]);
    renderPage('/admin/games/7/challenges/11');
    expect(await screen.findByRole('switch', { name: 'Enable Tide tables' })).toBeDisabled();
    expect(screen.getByText('Add a flag first')).toBeVisible();
  });

  it('needs no confirmation where the game is hidden, because no player sees it', async () => {
    edit([buildChallengeEdit({ isEnabled: false })], buildGameInfo({ ...running(), hidden: true }));
    const { user } = renderPage('/admin/games/7/challenges/11');
    await user.click(await screen.findByRole('switch', { name: 'Enable Tide tables' }));
    await waitFor(() => expect(sentChanges()).toEqual([{ isEnabled: true }]));
  });
});

describe('the editor of a challenge', () => {
  const path = '/admin/games/7/challenges/11';

  it("sends only the changes, in the contract's units", async () => {
    edit([buildChallengeEdit()]);
    const { user } = renderPage(path);
    const share = await screen.findByRole('textbox', { name: 'Minimum value' });
    await user.clear(share);
    await user.type(share, '50');
    expect(screen.getByText('Never less than 500 points.')).toBeVisible();
    expect(
      screen.getByText('Points: 1000 for the first team, 774 each after 4 solves, never below 500.'),
    ).toBeVisible();
    await user.click(await save());
    await waitFor(() => expect(sentChanges()).toEqual([{ minScoreRate: 0.5 }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument());
  });

  it('sends author, tags and topics', async () => {
    edit([buildChallengeEdit({ tags: ['easy'] })]);
    const { user } = renderPage(path);
    await user.type(await screen.findByRole('textbox', { name: 'Author' }), 'Mira');
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'web{Enter}');
    await user.type(screen.getByRole('combobox', { name: 'Topics' }), 'heap{Enter}');
    await user.click(await save());
    await waitFor(() => expect(sentChanges()).toEqual([{ author: 'Mira', tags: ['easy', 'web'], topics: ['heap'] }]));
  });

  it('sends what is required as one', async () => {
    const requires = { challengeIds: [12], count: null, lockedShown: false };
    edit([buildChallengeEdit({ requires, next: 12 }), buildChallengeEdit({ id: 12, title: 'Anchor' })]);
    const { user } = renderPage(path);
    expect((await screen.findByText('1 of 1 required · → Anchor')).closest('details')).not.toHaveAttribute('open');
    await user.click(await screen.findByRole('switch', { name: 'Show the name while it is locked' }));
    await user.type(screen.getByRole('textbox', { name: 'How many of them' }), '1');
    await user.click(await save());
    await waitFor(() =>
      expect(sentChanges()).toEqual([{ requires: { challengeIds: [12], count: 1, lockedShown: true } }]),
    );
  });

  it('says which folder it came from, and leads to it', async () => {
    edit([buildChallengeEdit()]);
    const origin = {
      path: 'web/tides/challenge.yml',
      repository: null,
      commit: '5d1e9b20c7aa41',
      at: Date.now() - 90_000,
    };
    answer(challengeEditEndpoints.list, [buildChallengeInfo({ id: 11, origin })]);
    renderPage(path);
    const line = await screen.findByText(/From web\/tides\/challenge.yml in a folder/);
    expect(line).toHaveTextContent('5d1e9b20c7');
    expect(within(line).getByRole('link', { name: 'From a folder' })).toHaveAttribute('href', '/admin/games/7/folder');
  });

  it('has the fields of the chosen curve, and words for its fall', async () => {
    edit([buildChallengeEdit()]);
    const { user } = renderPage(path);
    const curve = await screen.findByRole('combobox', { name: 'Curve' });
    await user.selectOptions(curve, 'Linear');
    const least = screen.getByRole('textbox', { name: 'Minimum value' });
    await user.type(least, '{Control>}a{/Control}200');
    await user.type(screen.getByRole('textbox', { name: 'Decay' }), '{Control>}a{/Control}40');
    expect(
      screen.getByText('Points: 1000 for the first team, 600 each after 11 solves, never below 200.'),
    ).toBeVisible();
    await user.selectOptions(curve, 'Constant');
    expect(screen.getByText('Points: always 1000, however many teams solve it.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Decay' })).not.toBeInTheDocument();
    await user.selectOptions(curve, 'Linear');
    await user.click(await save());
    await waitFor(() => expect(sentChanges()).toEqual([{ curve: 'Linear', minimumScore: 200, decay: 40 }]));
  });

  it('rejects a percentage above 100 at its field', async () => {
    edit([buildChallengeEdit()]);
    const { user } = renderPage(path);
    const share = await screen.findByRole('textbox', { name: 'Minimum value' });
    await user.type(share, '{Control>}a{/Control}150');
    await user.click(await save());
    expect(await screen.findByText('Between 0 and 100 %')).toBeVisible();
    expect(sentChanges()).toEqual([]);
  });

  it('has the flag of a simple challenge as a field, saved with the others', async () => {
    edit([buildChallengeEdit({ flags: [] })]);
    answer(flagEndpoints.add, undefined);
    const { user } = renderPage(path);
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
    await user.click(screen.getByRole('textbox', { name: 'Flag' }));
    await user.paste(' flag{at_ten} ');
    expect(screen.queryByRole('navigation', { name: 'Pages of this challenge' })).not.toBeInTheDocument();
    await user.click(await save());
    await waitFor(() =>
      expect(callsOf(flagEndpoints.add).map(({ body }) => body)).toEqual([[{ flag: 'flag{at_ten}' }]]),
    );
    expect(sentChanges()).toEqual([{ title: 'Tide tables!' }]);
    expect(callsOf(flagEndpoints.delete)).toEqual([]);
  });

  it('replaces that flag, the new one first, and refuses one that is too long', async () => {
    edit([buildChallengeEdit()]);
    const sent: string[] = [];
    answer(flagEndpoints.add, () => void sent.push('add'));
    answer(flagEndpoints.delete, () => {
      sent.push('delete');
      return 'Success' as const;
    });
    const { user } = renderPage(path);
    const flag = await screen.findByRole('textbox', { name: 'Flag' });
    expect(flag).toHaveValue('flag{at_nine}');
    await user.clear(flag);
    await user.click(flag);
    await user.paste('x'.repeat(256));
    await user.click(await save());
    expect(await screen.findByText('At most 255 characters')).toBeVisible();
    expect(sent).toEqual([]);
    await user.type(flag, '{Backspace}');
    await user.click(await save());
    await waitFor(() => expect(sent).toEqual(['add', 'delete']));
    expect(sentChanges()).toEqual([]);
  });

  it('lists several flags, and leads there from their former page', async () => {
    const flags = ['flag{a}', 'flag{b}'].map((flag, id) => ({
      id,
      flag,
      match: 'Exact' as const,
      example: null,
      canary: false,
      attachment: null,
      attachments: [],
      taken: false,
    }));
    edit([buildChallengeEdit({ flags })]);
    const { router } = renderPage(`${path}/flags`);
    expect(await screen.findByRole('button', { name: 'Copy flag{a}' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add flags' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Flag' })).not.toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: path, hash: 'flags' });
  });

  it('says how many files are used and left, and leads to them', async () => {
    const supply = { used: 4, left: 6, waiting: 7, state: 'short' as const };
    edit([buildChallengeEdit({ type: 'DynamicAttachment', supply })]);
    renderPage(path);
    expect(await screen.findByText('Files used by teams: 4. Left: 6. Accepted teams without one: 7.')).toBeVisible();
    expect(screen.getByText('Not enough for all accepted teams.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Manage files and flags' })).toHaveAttribute(
      'href',
      '/admin/games/7/challenges/11/flags',
    );
  });

  it('moves hints and warns that players get a notice in a running game', async () => {
    const common = { title: '', cost: 0, releaseUtc: null };
    const [first, second] = [
      { id: 1, content: 'first', ...common },
      { id: 2, content: 'second', ...common },
    ];
    edit([buildChallengeEdit({ hintList: [first, second] })]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Move hint 2 up' }));
    expect(screen.getByText(/saving changed hints sends a notice/)).toBeVisible();
    await user.click(await save());
    await waitFor(() => expect(sentChanges()).toEqual([{ hintList: [second, first] }]));
  });

  it('gives a hint a title, a price and a time', async () => {
    edit([buildChallengeEdit()]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Add hint' }));
    await user.type(screen.getByRole('textbox', { name: 'Hint 1' }), 'Look up.');
    await user.type(screen.getByRole('textbox', { name: 'Title of hint 1' }), 'Where');
    await user.clear(screen.getByRole('textbox', { name: 'Price of hint 1' }));
    await user.type(screen.getByRole('textbox', { name: 'Price of hint 1' }), '50');
    await user.click(await save());
    const hint = { title: 'Where', content: 'Look up.', cost: 50, releaseUtc: null };
    await waitFor(() => expect(sentChanges()).toEqual([{ hintList: [hint] }]));
  });

  it('asks before leaving for the previous challenge with unsaved changes', async () => {
    edit([buildChallengeEdit(), buildChallengeEdit({ id: 12, title: 'Lighthouse' })]);
    const { user, router } = renderPage(path);
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
    await user.click(screen.getByRole('button', { name: 'Previous: Lighthouse' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(router.state.location.pathname).toBe(path);
    await user.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/games/7/challenges/12'));
    expect(await screen.findByDisplayValue('Lighthouse')).toBeVisible();
  });

  it('previews the unsaved challenge as a player sees it', async () => {
    edit([buildChallengeEdit()]);
    const { user } = renderPage(path);
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), ' at night');
    await user.click(screen.getByRole('button', { name: 'Preview as player' }));
    const preview = within(await screen.findByRole('dialog', { name: 'Player preview' }));
    expect(preview.getByRole('heading', { name: 'Tide tables at night' })).toBeVisible();
    expect(preview.getByText('1000 points')).toBeVisible();
  });

  it('previews as a team of a division: what it sees, submits and earns', async () => {
    edit([buildChallengeEdit({ isEnabled: false })]);
    answer(divisionEndpoints.list, [
      buildDivision(1, 'Guests', ['ViewChallenge', 'GetScore']),
      buildDivision(2, 'Students', ['ViewChallenge', 'SubmitFlags']),
      { ...buildDivision(3, 'Alumni', ['ViewChallenge']), challengeConfigs: [{ challengeId: 11, permissions: 0 }] },
    ]);
    const { user } = renderPage(path);
    await user.click(await screen.findByRole('button', { name: 'Preview as player' }));
    const preview = within(await screen.findByRole('dialog', { name: 'Player preview' }));
    const division = await preview.findByRole('combobox', { name: 'As a team of' });
    expect(preview.getByText('1000 points')).toBeVisible();
    expect(preview.getByText('Disabled: no team sees it until you enable it.')).toBeVisible();

    await user.selectOptions(division, 'Guests');
    expect(preview.getByText('no points')).toBeVisible();
    expect(preview.getByText('Teams of this division cannot submit flags here.')).toBeVisible();
    expect(preview.getByText('Earns points').parentElement).toHaveTextContent('No effect: Earns points');

    await user.selectOptions(division, 'Students');
    expect(preview.getByText('no points')).toBeVisible();
    expect(preview.getByRole('textbox', { name: 'Flag' })).toBeVisible();

    await user.selectOptions(division, 'Alumni');
    expect(preview.getByText('Not visible')).toBeVisible();
    expect(preview.queryByRole('heading', { name: 'Tide tables' })).not.toBeInTheDocument();
  });

  describe('attachments', () => {
    const file = (id: number, name: string, url = `/assets/${'a'.repeat(64)}/${name}`) => ({
      id,
      type: 'Local' as const,
      name,
      url,
      fileSize: 3,
      fileHash: `hash ${id}`,
    });
    const link = {
      id: 3,
      type: 'Remote' as const,
      name: 'big.iso',
      url: 'https://files.example/big.iso',
      fileSize: null,
      fileHash: null,
    };
    const local = (id: number, name: string) => ({ attachmentType: 'Local', fileHash: `hash ${id}`, name });
    const remote = { attachmentType: 'Remote', remoteUrl: link.url, name: 'big.iso' };

    /** The server of the test stores what is sent, with new ids. */
    const open = (attachments: ChallengeEdit['attachments']) => {
      edit([buildChallengeEdit({ attachments, attachment: attachments[0] ?? null })]);
      let stored = attachments;
      let version = 1;
      answer(challengeEditEndpoints.listAttachments, () => ({ attachments: stored, version }));
      answer(challengeEditEndpoints.setAttachments, ({ body }) => {
        version += 1;
        stored = (body as { attachments: Record<string, string>[] }).attachments.map((one, index) => ({
          id: version * 100 + index,
          type: one.attachmentType === 'Remote' ? ('Remote' as const) : ('Local' as const),
          name: one.name ?? one.remoteUrl ?? '',
          url: one.remoteUrl ?? `/assets/x/${one.name}`,
          fileSize: one.remoteUrl ? null : 3,
          fileHash: one.fileHash ?? null,
        }));
        return { attachments: stored, version };
      });
      return renderPage(path);
    };
    const stored = () => callsOf(challengeEditEndpoints.setAttachments).map(({ body }) => body);
    const names = () =>
      screen
        .getAllByRole('button', { name: /^Remove / })
        .map((button) => button.getAttribute('aria-label')?.slice('Remove '.length));

    it('adds a link after those that are there, and refuses an invalid one', async () => {
      const { user } = open([file(1, 'a.zip')]);
      const field = await screen.findByRole('textbox', { name: 'Or a link' });
      await user.click(field);
      await user.paste('ftp://example.org');
      await user.click(screen.getByRole('button', { name: 'Add link' }));
      expect(await screen.findByText('Must start with https://, http:// or s3://')).toBeVisible();
      await user.clear(field);
      await user.click(field);
      await user.paste(link.url);
      await user.keyboard('{Enter}');
      await waitFor(() =>
        expect(stored()).toEqual([
          { attachments: [local(1, 'a.zip'), { attachmentType: 'Remote', remoteUrl: link.url }], version: 1 },
        ]),
      );
      await waitFor(() => expect(field).toHaveValue(''));
      expect(sentChanges()).toEqual([]);
    });

    it('adds an object of the bucket, and says what the server says of it', async () => {
      const { user } = open([]);
      const field = await screen.findByRole('textbox', { name: 'Or a link' });
      refuse(challengeEditEndpoints.setAttachments, 'asset.placeInvalid');
      await user.click(field);
      await user.paste('s3://bucket/tasks/7/a b.zip');
      await user.keyboard('{Enter}');
      await waitFor(() =>
        expect(stored()).toMatchObject([
          { attachments: [{ attachmentType: 'Remote', remoteUrl: 's3://bucket/tasks/7/a b.zip' }] },
        ]),
      );
      expect(field).toHaveValue('s3://bucket/tasks/7/a b.zip');
      await waitFor(() => expect(field).toBeInvalid());
    });

    it('uploads several files one after the other, an empty one too, under their names', async () => {
      const sent = answerUploads(200, JSON.stringify([{ hash: 'stored', name: 'x' }]));
      const { user } = open([]);
      const files = [new File(['x'], '旗 %.txt'), new File([], 'empty')];
      await user.upload(await screen.findByLabelText('Choose files', { selector: 'input' }), files);
      const first = { attachmentType: 'Local', fileHash: 'stored', name: '旗 %.txt' };
      const second = { attachmentType: 'Local', fileHash: 'stored', name: 'empty' };
      await waitFor(() =>
        expect(stored()).toEqual([
          { attachments: [first], version: 1 },
          { attachments: [first, second], version: 2 },
        ]),
      );
      await waitFor(() => expect(names()).toEqual(['旗 %.txt', 'empty']));
      expect(sent.map((body) => (body.get('files') as File).size)).toEqual([1, 0]);
    });

    it('moves one with the keyboard, and the focus goes with it', async () => {
      const { user } = open([file(1, 'a.zip'), file(2, 'a.zip'), link]);
      const down = await screen.findByRole('button', { name: 'Move a.zip down' });
      expect(names()).toEqual(['a.zip', 'a (2).zip', 'big.iso']);
      expect(screen.getByRole('button', { name: 'Move a.zip up' })).toBeDisabled();
      expect(screen.getByRole('button', { name: 'Move big.iso down' })).toBeDisabled();
      down.focus();
      await user.keyboard('{Enter}');
      await waitFor(() =>
        expect(stored()).toEqual([{ attachments: [local(2, 'a.zip'), local(1, 'a.zip'), remote], version: 1 }]),
      );
      await waitFor(() => expect(screen.getByRole('button', { name: 'Move a (2).zip down' })).toHaveFocus());
      await user.keyboard('{Enter}');
      await waitFor(() => expect(names()).toEqual(['a.zip', 'big.iso', 'a (2).zip']));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Move a (2).zip up' })).toHaveFocus());
      expect(stored().at(-1)).toEqual({ attachments: [local(2, 'a.zip'), remote, local(1, 'a.zip')], version: 2 });
    });

    it('removes one after asking, and keeps the others', async () => {
      const { user } = open([file(1, 'a.zip'), link]);
      await user.click(await screen.findByRole('button', { name: 'Remove a.zip' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Remove the attachment?' }));
      expect(dialog.getByText('Players can no longer download a.zip.')).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Remove' }));
      await waitFor(() => expect(stored()).toEqual([{ attachments: [remote], version: 1 }]));
      await waitFor(() => expect(names()).toEqual(['big.iso']));
    });

    it('says that another list was stored meanwhile', async () => {
      const { user } = open([file(1, 'a.zip'), link]);
      refuse(challengeEditEndpoints.setAttachments, 'request.outdated');
      await user.click(await screen.findByRole('button', { name: 'Move a.zip down' }));
      expect(await screen.findByRole('alert')).toBeVisible();
    });
  });
});
