import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { Plan, PlanChange, PlanImage } from '@vexil/contract/plan';
import { planEndpoints } from '@vexil/contract/plan.endpoints';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { readBlobs, zipFile } from '../../testing/blobs';
import { buildGameInfo, organise } from '../../testing/organiser';
import { renderPage } from '../../testing/render';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const descriptor = 'name: Kettle\nvalue: 100\nflags: ["flag{steam}"]\nfiles: [kettle.txt]\n';
const hash = 'd0b7d3b2b45f26a0eb2a8ee5e2e4f4e8';

const change = (given: Partial<PlanChange> = {}): PlanChange => ({
  ...{ key: 'web/kettle', path: 'web/kettle/challenge.yml', title: 'Kettle', challengeId: null, kind: 'Add' },
  ...{ fields: [], needs: [], problem: null },
  ...given,
});
const planOf = (given: Partial<Plan> = {}): Plan => ({
  ...{ id, createdAt: 1000, changes: [change()], unchanged: 2, missingFiles: [] },
  ...given,
});

beforeAll(readBlobs);

const folder = { 'web/kettle/challenge.yml': descriptor, 'web/kettle/kettle.txt': 'steam' };

async function open(plan = planOf()) {
  organise(buildGameInfo());
  answer(planEndpoints.create, plan);
  answer(planEndpoints.get, plan);
  answer(planEndpoints.file, undefined);
  answer(planEndpoints.apply, { changes: plan.changes });
  answer(gameEditEndpoints.get, buildGameInfo());
  const { user } = renderPage('/admin/games/7/folder');
  await screen.findByText('Keep challenges that are not in the folder any more');
  return user;
}

async function upload(file: File, plan = planOf()) {
  const user = await open(plan);
  await user.upload(screen.getByLabelText('Choose zip archive', { selector: 'input' }), file);
  return user;
}

const choose = (files: Record<string, string>, plan = planOf()) => upload(zipFile('challenges.zip', files), plan);
const own = { 'a/challenge.yml': strToU8(descriptor) };
const archive = (content: BlobPart | Uint8Array) => new File([content as BlobPart], 'challenges.zip');

describe('a folder of challenges', () => {
  it('is read here, shown as the server compares it, and applied', async () => {
    const user = await choose(folder);
    expect(await screen.findByText('1 to add, 0 to change, 0 to delete, 2 unchanged')).toBeVisible();
    const [{ body } = { body: undefined }] = callsOf(planEndpoints.create);
    expect(body).toMatchObject({
      repository: 'challenges.zip',
      challenges: [
        {
          key: 'web/kettle',
          challenge: { title: 'Kettle', attachment: { type: 'Local', fileName: 'kettle.txt', fileSize: 5 } },
        },
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(callsOf(planEndpoints.apply)).toMatchObject([{ body: { allow: [], choices: [] } }]));
    expect(await screen.findByRole('button', { name: 'Choose folder' })).toBeVisible();
  });

  it('is chosen as a folder, or dropped, with the same plan', async () => {
    const user = await open();
    const chosen = Object.entries(folder).map(([path, text]) => {
      const value = `repo/${path}`;
      return Object.defineProperty(new File([text], 'x'), 'webkitRelativePath', { value });
    });
    fireEvent.change(screen.getByLabelText('Choose folder', { selector: 'input' }), { target: { files: chosen } });
    await user.click(await screen.findByRole('button', { name: 'Choose another' }));
    const file = (name: string, text: string) => ({
      name,
      file: (take: (one: File) => void) => take(new File([text], name)),
    });
    const directory = (name: string, entries: object[]) => {
      // A reader says that it is at its end.
      const parts = [entries, []];
      const readEntries = (take: (some: object[]) => void) => take(parts.shift() ?? []);
      return { name, isDirectory: true, createReader: () => ({ readEntries }) };
    };
    const [descriptorFile, kettle] = [file('challenge.yml', descriptor), file('kettle.txt', 'steam')];
    const root = directory('repo', [directory('web', [directory('kettle', [descriptorFile, kettle])])]);
    const dataTransfer = { files: [], items: [{ webkitGetAsEntry: () => root }] };
    fireEvent.drop(await screen.findByText('or drop it here'), { dataTransfer });
    await screen.findByRole('button', { name: 'Choose another' });
    const bodies = callsOf(planEndpoints.create).map(({ body }) => body);
    expect(bodies).toMatchObject([{ repository: 'repo', challenges: [{ key: 'web/kettle' }] }, {}]);
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it('sends what the server misses, and nothing else', async () => {
    const user = await choose(folder);
    const [{ body } = { body: undefined }] = await waitFor(() => {
      expect(callsOf(planEndpoints.create)).toHaveLength(1);
      return callsOf(planEndpoints.create);
    });
    const sha256 = (body as { challenges: { challenge: { attachment: { hash: string } } }[] }).challenges[0]?.challenge
      .attachment.hash;
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const missing = planOf({ missingFiles: [{ sha256: sha256 ?? hash, name: 'kettle.txt', sizeBytes: 5 }] });
    answer(planEndpoints.get, missing);
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(callsOf(planEndpoints.apply)).toHaveLength(1));
    expect(callsOf(planEndpoints.file)).toHaveLength(1);
  });

  it('names file, line and field of what is wrong, and asks no server', async () => {
    await choose({ ...folder, 'web/kettle/challenge.yml': `${descriptor}value: [\n` });
    expect(await screen.findByText('1 problem')).toBeVisible();
    expect(screen.getByText(/web\/kettle\/challenge\.yml:\d/)).toBeVisible();
    expect(callsOf(planEndpoints.create)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  });

  it('shows members as the editor names them, and values as people read them', async () => {
    const field = (name: string, before: unknown, after: unknown) => ({
      ...{ field: name, before: JSON.stringify(before), after: JSON.stringify(after) },
      ...{ changedIn: 'Folder' as const, noticed: false },
    });
    const fields = [
      field('originalScore', 500, 400),
      field('isEnabled', true, false),
      field('disableBloodBonus', false, true),
      field('category', 'Pwn', 'OSINT'),
      field('tags', ['easy'], ['easy', 'metal']),
      field('requires', null, { keys: ['web/kettle'], count: 1, lockedShown: true }),
      field('deadlineUtc', null, Date.UTC(2026, 11, 5, 18)),
      { ...field('flags', 0, 0), before: null, after: null },
    ];
    const game = change({ key: '', kind: 'Change', fields: [field('boardVisibility', 'Everyone', 'Staff')] });
    await choose(folder, planOf({ changes: [change({ kind: 'Change', fields }), game] }));
    const rowOf = (name: string) => screen.getByRole('cell', { name }).closest('tr')?.textContent;
    await screen.findByRole('cell', { name: 'Initial value' });
    expect(rowOf('Initial value')).toBe('Initial value500 points400 points');
    expect(rowOf('Enabled')).toBe('EnabledOnOff');
    expect(rowOf('Blood bonus')).toBe('Blood bonusOnOff');
    expect(rowOf('Category')).toBe('CategoryPwnOSINT');
    expect(rowOf('Tags')).toBe('Tagseasyeasyonly here: metal');
    expect(rowOf('Required challenges')).toContain('web/kettle');
    expect(rowOf('Required challenges')).toContain('How many of them: 1');
    expect(rowOf('Required challenges')).toContain('Show the name while it is locked: On');
    expect(rowOf('Deadline')).toMatch(/^Deadline\(empty\)Dec 5, 2026/);
    expect(rowOf('Flags')).toBe('FlagsNot shownNot shown');
    expect(rowOf('Who sees the scoreboard')).toBe('Who sees the scoreboardEveryoneStaff of the game');
  });

  it('asks which side stays, and what a running game asks for', async () => {
    const field = { field: 'content', before: '"A"', after: '"B"', changedIn: 'Both' as const, noticed: true };
    const user = await choose(
      folder,
      planOf({ changes: [change({ kind: 'Change', challengeId: 3, fields: [field], needs: ['flags'] })] }),
    );
    const apply = await screen.findByRole('button', { name: 'Apply' });
    expect(apply).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: 'Browser' }));
    await user.click(screen.getByRole('checkbox', { name: /Change flags/ }));
    await user.click(apply);
    await waitFor(() =>
      expect(callsOf(planEndpoints.apply)).toMatchObject([
        { body: { allow: ['flags'], choices: [{ key: 'web/kettle', take: 'Browser' }] } },
      ]),
    );
  });

  it('asks for a reason where teams play in a division that changes', async () => {
    const needs: PlanChange['needs'] = ['game', 'divisions'];
    const user = await choose(folder, planOf({ changes: [change({ kind: 'Change', needs })] }));
    const apply = await screen.findByRole('button', { name: 'Apply' });
    for (const box of await screen.findAllByRole('checkbox', { name: /^Change / })) await user.click(box);
    expect(apply).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Reason, for the audit log' }), 'Agreed');
    await user.click(apply);
    await waitFor(() =>
      expect(callsOf(planEndpoints.apply)).toMatchObject([{ body: { allow: needs, reason: 'Agreed' } }]),
    );
  });

  it('names images that the engines do not have by file and line, and asks again while they are pulled', async () => {
    const image = 'registry.example.org/gate:1';
    const gate = `${descriptor.replace(/files.*\n/, '')}vexil:\n  type: StaticContainer\n  container:\n    image: ${image}\n  solver: {image: solve:1}\n`;
    const files = { 'web/kettle/challenge.yml': gate };
    const of = (field: PlanImage['field'], state: PlanImage['state'], reason: string | null = null) => ({
      ...{ key: 'web/kettle', field, state, reason },
      image: field === 'solver' ? 'solve:1' : image,
    });
    answer(planEndpoints.images, [of('containerImage', 'waiting'), of('solver', 'present')]);
    await choose(files, planOf({ changes: [] }));
    expect(await screen.findByText('Images that the engines are pulling: 1')).toBeVisible();
    expect(screen.getByText('web/kettle/challenge.yml:7 containerImage').closest('li')).toHaveTextContent(image);
    expect(screen.queryByRole('alert')).toBeNull();
    const reason = `The registry has no image ${image}.`;
    answer(planEndpoints.images, [of('containerImage', 'failed', reason), of('solver', 'failed', 'No solve:1.')]);
    expect(await screen.findByText('Images that the engines do not have: 2', {}, { timeout: 6000 })).toBeVisible();
    const [first, second] = within(screen.getByRole('alert')).getAllByRole('listitem');
    expect(first).toHaveTextContent(`web/kettle/challenge.yml:7 containerImage ${reason}`);
    expect(second).toHaveTextContent('web/kettle/challenge.yml:8 solver No solve:1.');
    expect(screen.queryByText(/are pulling/)).toBeNull();
    expect(screen.getByText(/Nothing to do/)).toBeVisible();
  });

  it.each([
    ['unknown' as const, 'Images that were not checked, because there is no container engine: 1'],
    ['present' as const, 'The engines have all images of the folder.'],
  ])('says that images are %s', async (state, text) => {
    const found = { key: 'web/kettle', field: 'containerImage' as const, image: 'gate:1', state, reason: null };
    answer(planEndpoints.images, [found]);
    await choose({ 'web/kettle/challenge.yml': `${descriptor.replace(/files.*\n/, '')}image: gate:1\n` });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Apply' })).toBeEnabled();
  });

  it('asks for no images where no challenge has one, and says when they cannot be read', async () => {
    await choose(folder);
    await screen.findByRole('button', { name: 'Apply' });
    expect(callsOf(planEndpoints.images)).toEqual([]);
    cleanup();
    refuse(planEndpoints.images, 'plan.notFound');
    await choose({ 'web/kettle/challenge.yml': `${descriptor.replace(/files.*\n/, '')}image: gate:1\n` });
    await waitFor(() => expect(callsOf(planEndpoints.images)).toHaveLength(1));
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  it('says what the server refuses, and stays', async () => {
    const user = await choose(folder);
    refuse(planEndpoints.apply, 'plan.outdated');
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(/plan.outdated|The game has changed/)).toBeVisible();
    expect(screen.getByText('Kettle')).toBeVisible();
  });

  it('is no zip archive', async () => {
    await upload(archive('no zip'));
    expect(await screen.findByText('challenges.zip is no zip archive, or is damaged')).toBeVisible();
  });

  it('is an archive that unpacks to far more than it has', async () => {
    await upload(archive(zipSync({ ...own, 'a/kettle.txt': new Uint8Array(100_000_000) })));
    expect(await screen.findByText(/^challenges\.zip unpacks to more than is read here/)).toBeVisible();
    expect(callsOf(planEndpoints.create)).toEqual([]);
  });

  it('holds no more of an entry than the archive says', async () => {
    const length = 50_000_000;
    const zip = zipSync({ ...own, 'a/kettle.txt': new Uint8Array(length) });
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
    for (let at = 0; at + 4 <= zip.length; at += 1)
      if (view.getUint32(at, true) === length) view.setUint32(at, 10, true);
    await upload(archive(zip));
    await screen.findByRole('button', { name: 'Apply' });
    expect(callsOf(planEndpoints.create)).toMatchObject([
      { body: { challenges: [{ challenge: { attachment: { fileSize: 10 } } }] } },
    ]);
  });
});
