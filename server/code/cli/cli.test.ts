import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gameTokenRoutes } from '@vexil/contract/token';
import type { AccountRow } from '@vexil/db/schema/account';
import { challenges } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { type GameRow, games } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { exportEntries, makeExport } from '@vexil/server/testing/ctfd-export';
import { listen } from '@vexil/server/testing/live';
import { asc, eq } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runVexil, writeFolder } from './testing/command-line';

let test: TestApp;
let url: string;
let admin: AccountRow;
let game: GameRow;
let token: string;
let folder: string;
beforeAll(async () => {
  test = await createTestApp();
  url = await listen(test.app);
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  game = await buildGame(test.db, {
    startAt: new Date(Date.now() + 3_600_000),
    endAt: new Date(Date.now() + 7_200_000),
  });
  const made = await test.call(gameTokenRoutes.create, {
    as: admin,
    params: { id: game.id },
    body: { name: 'CI', scopes: ['challenge:read', 'challenge:write'] },
  });
  token = made.body.token;
  folder = await mkdtemp(join(tmpdir(), 'vexil-code-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const vexil = (...args: string[]) => runVexil({ url, token, gameId: game.id }, args);
const write = (entries: Record<string, string | Buffer>, at = folder) => writeFolder(at, entries);
const rows = () =>
  test.db.select().from(challenges).where(eq(challenges.gameId, game.id)).orderBy(asc(challenges.title));

const kettle = `name: Kettle
author: Mira
category: web
description: |
  It is **on**. ![Spout](./dist/spout.png)
value: 300
flags:
  - flag{steam}
  - {type: static, content: "flag{Whistle}", data: case_insensitive}
tags: [easy]
files: [dist/kettle.txt, dist/empty.txt]
hints:
  - Look at the spout.
  - {content: Whistle, cost: 20}
`;
const lamp = `name: Lamp
category: retro hardware
description: Off.
value: 500
type: dynamic
extra: {initial: 500, minimum: 100, decay: 20, function: logarithmic}
flags: ["flag{dark}"]
requirements: [Kettle]
`;
const repository = {
  'web/kettle/challenge.yml': kettle,
  'web/kettle/dist/kettle.txt': 'steam',
  'web/kettle/dist/empty.txt': '',
  'web/kettle/dist/spout.png': 'picture',
  'hardware/lamp/challenge.yml': lamp,
};

describe('the command line', () => {
  it('plans with 2, applies with 0, and then has nothing to do', async () => {
    await write(repository);
    const planned = await vexil('plan', folder);
    expect(planned).toMatchObject({
      code: 2,
      errors: expect.stringContaining('challenge.yml:4 description: The picture'),
    });
    expect(planned.out).toContain('+ web/kettle');
    expect(planned.out).toContain('~ game.yml: customCategories (empty) → retro hardware');
    expect(planned.out).toContain('2 to add, 1 to change, 0 to delete');
    expect(await rows()).toEqual([]);
    const applied = await vexil('apply', folder);
    expect(applied.code, applied.errors).toBe(0);
    expect(applied.out).toContain('Applied.');
    expect(await rows()).toMatchObject([
      {
        title: 'Kettle',
        category: 'Web',
        isEnabled: true,
        originalScore: 300,
        author: 'Mira',
        sourceKey: 'web/kettle',
      },
      {
        title: 'Lamp',
        category: 'Misc',
        customCategory: { name: 'retro hardware', icon: 'Misc' },
        curve: 'Logarithmic',
        minimumScore: 100,
        requires: { count: null },
      },
    ]);
    expect((await rows())[0]?.content).toMatch(/^It is \*\*on\*\*\. !\[Spout\]\(\/assets\/[0-9a-f]{64}\/spout\.png\)/);
    expect(await vexil('plan', folder)).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to do') });
    const again = await vexil('apply', folder);
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to do') });
    expect(again.errors).not.toContain('sent');
  });

  it('changes the game as game.yml says', async () => {
    await write({
      ...repository,
      'game.yml': 'title: The kettle cup\nteamMemberCountLimit: 4\ndivisions:\n  - name: Students\n',
    });
    const planned = await vexil('plan', folder);
    expect(planned.out).toContain('~ game.yml');
    expect(planned.out).toContain('    teamMemberCountLimit 0 → 4');
    expect(await vexil('apply', folder)).toMatchObject({ code: 0 });
    expect(await vexil('plan', folder)).toMatchObject({ code: 0 });
    const [row] = await test.db.select().from(games).where(eq(games.id, game.id));
    expect(row).toMatchObject({ title: 'The kettle cup', teamMemberCountLimit: 4 });
    await test.db.update(games).set({ title: 'By hand' }).where(eq(games.id, game.id));
    expect((await vexil('plan', folder)).out).toContain(
      '~ game.yml: title By hand → The kettle cup  changed in the browser: --mine or --theirs',
    );
    expect(await vexil('apply', folder)).toMatchObject({ code: 1, errors: expect.stringContaining('game.yml') });
    expect(await vexil('apply', folder, '--mine', 'game.yml')).toMatchObject({ code: 0 });
    expect(await vexil('plan', folder)).toMatchObject({ code: 0 });
  });

  it('brings rules to accept and numbers of days, which stay where the folder does not name them', async () => {
    const kept = 'vexil:\n  addressesKeptDays: 30\n  capturesKeptDays: null\n  rules: |\n    Be *fair*.\n';
    await test.db.update(games).set({ capturesKeptDays: 7, writeupsKeptDays: 90 }).where(eq(games.id, game.id));
    await write({ ...repository, 'game.yml': `title: The kettle cup\n${kept}` });
    const planned = await vexil('plan', folder);
    expect(planned.out).toContain('    addressesKeptDays (empty) → 30');
    expect(planned.out).toContain('      + Be *fair*.');
    expect(await vexil('apply', folder)).toMatchObject({ code: 0 });
    expect(await vexil('plan', folder)).toMatchObject({ code: 0 });
    const [row] = await test.db.select().from(games).where(eq(games.id, game.id));
    const days = { addressesKeptDays: 30, capturesKeptDays: null, writeupsKeptDays: 90 };
    expect(row).toMatchObject({ ...days, rules: 'Be *fair*.\n' });
    await write({ 'game.yml': 'vexil:\n  addressesKeptDays: 0\n' });
    const refused = await vexil('plan', folder);
    expect(refused.out + refused.errors).toContain('game.yml:2');
  });

  it('names members as challenge.yml does, and shows the lines of a text that differ', async () => {
    await write(repository);
    await vexil('apply', folder);
    const statement = 'First line\n\n  Second line\n\n  It is off.\n  ';
    await write({
      'web/kettle/challenge.yml': kettle
        .replace('It is **on**. ', statement)
        .replace('value: 300', 'value: 250')
        .replace('flag{steam}', 'flag{vapour}')
        .replace('tags: [easy]', 'tags: [easy, metal]'),
      'hardware/lamp/challenge.yml': lamp.replace('requirements: [Kettle]', 'state: hidden'),
    });
    const { out } = await vexil('plan', folder);
    expect(out).toContain('    value 300 → 250\n');
    expect(out).toContain('    flags changed\n');
    expect(out).toContain('    state visible → hidden\n');
    expect(out).toContain('    requirements web/kettle → (empty)\n');
    expect(out).toContain('    tags\n      + metal\n');
    expect(out).toContain('    description\n      - It is **on**. ');
    expect(out).toContain('      + Second line\n');
    expect(out).not.toMatch(/flag\{|"/);
  });

  it('prints one JSON document, without colours and without flags', async () => {
    await write({ ...repository, 'web/kettle/challenge.yml': `${kettle}flagss: []\n` });
    const { code, out } = await vexil('plan', folder, '--json');
    expect(code).toBe(2);
    const document = JSON.parse(out);
    expect(document).toMatchObject({ changes: [{ key: '' }, { kind: 'Add' }, { kind: 'Add' }], problems: [] });
    expect(document.losses).toContainEqual(
      expect.objectContaining({ file: 'web/kettle/challenge.yml', line: 15, field: 'flagss', what: 'key.unknownNear' }),
    );
    expect(out).not.toContain('flag{');
  });

  it('names file, line and field of what is wrong, and changes nothing', async () => {
    await write({ ...repository, 'web/kettle/challenge.yml': kettle.replace('value: 300', 'value: many') });
    const { code, errors } = await vexil('apply', folder);
    expect(code).toBe(1);
    expect(errors).toContain('web/kettle/challenge.yml:6 value');
    expect(await rows()).toEqual([]);
  });

  it('follows links that stay inside, and refuses others, and names that differ by case alone', async () => {
    await write(repository);
    const link = join(folder, 'web/kettle/dist/link');
    for (const target of ['/etc/passwd', '../../../..', '..', 'nowhere', 'link', '.']) {
      await symlink(target, link);
      expect(await vexil('plan', folder), target).toMatchObject({
        code: 1,
        errors: expect.stringContaining('web/kettle/dist/link: the link leads out'),
      });
      await rm(link);
    }
    await write({ 'shared/notes.txt': 'notes' });
    await symlink('../../../shared', link);
    await write({ 'web/kettle/challenge.yml': kettle.replace('dist/empty.txt', 'dist/link/notes.txt') });
    expect(await vexil('apply', folder)).toMatchObject({ code: 0 });
    expect(await test.db.select().from(files)).toContainEqual(expect.objectContaining({ name: 'notes.txt' }));
    await write({ 'web/kettle/DIST/kettle.txt': 'other' });
    expect(await vexil('plan', folder)).toMatchObject({ code: 1, errors: expect.stringContaining('case alone') });
  });

  it('names file and line of what the server refuses, in one document too', async () => {
    await write({
      ...repository,
      'hardware/lamp/challenge.yml': lamp.replace('flags: ["flag{dark}"]', 'flags: []'),
      'game.yml': 'title: Cup\nstaff:\n  - {user: Unknown, role: observer}\n',
    });
    const { code, errors } = await vexil('apply', folder);
    expect(code).toBe(1);
    expect(errors).toContain('error hardware/lamp/challenge.yml:7 flags: ');
    expect(errors).toContain('error game.yml:2 staff: ');
    const { out } = await vexil('plan', folder, '--json');
    expect(JSON.parse(out).problems).toContainEqual(
      expect.objectContaining({
        file: 'hardware/lamp/challenge.yml',
        line: 7,
        field: 'flags',
        what: 'challenge.noFlags',
      }),
    );
    await write({ ...repository, 'game.yml': 'title: Cup\n' });
    expect(await vexil('apply', folder)).toMatchObject({ code: 0 });
    await rm(join(folder, 'hardware'), { recursive: true });
    const refused = await vexil('apply', folder, '--json');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({
      changes: [{ kind: 'Remove' }],
      problems: [
        { file: '', line: null, field: '', what: 'plan.notAllowed', message: expect.stringContaining('delete') },
      ],
    });
    expect(JSON.parse((await vexil('apply', folder, '--json', '--allow', 'delete')).out)).toMatchObject({
      problems: [],
    });
  });

  it('reads an archive with one folder around all as the folder', async () => {
    const zip = (name: string, outer: string) => {
      const entries = Object.entries(repository).map(([path, content]) => [outer + path, strToU8(content)]);
      return writeFile(join(folder, name), zipSync(Object.fromEntries(entries)));
    };
    await zip('repo-main.zip', 'repo-main/');
    await zip('other.zip', '');
    for (const name of ['repo-main.zip', 'other.zip'])
      expect((await vexil('plan', join(folder, name))).out, name).toContain('+ web/kettle\n');
  });

  it('ends at once where no folder can be made', async () => {
    await write(repository);
    await vexil('apply', folder);
    expect(await vexil('pull', '/proc/x/y')).toMatchObject({ code: 1, errors: expect.stringContaining('/proc/x') });
  });

  it('asks which side stays, and takes it', async () => {
    await write(repository);
    await vexil('apply', folder);
    await test.db.update(challenges).set({ content: 'By hand' }).where(eq(challenges.title, 'Lamp'));
    await write({ 'hardware/lamp/challenge.yml': lamp.replace('Off.', 'On.'), 'game.yml': 'title: The kettle cup\n' });
    const { out } = await vexil('plan', folder);
    expect(out).toContain('~ hardware/lamp: description By hand → On.  changed in the browser: --mine or --theirs');
    expect(await vexil('apply', folder)).toMatchObject({ code: 1, errors: expect.stringContaining('--theirs') });
    const both = ['--mine', 'hardware/lamp', '--theirs', 'hardware/lamp'];
    expect(await vexil('apply', folder, ...both)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('both name'),
    });
    expect(await vexil('apply', folder, '--theirs', 'lampe')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('lampe'),
    });
    expect(await vexil('apply', folder, '--theirs', 'hardware/lamp')).toMatchObject({ code: 0 });
    expect((await rows())[1]).toMatchObject({ content: 'By hand' });
    expect(await vexil('apply', folder, '--mine', '*')).toMatchObject({ code: 0 });
    expect((await rows())[1]).toMatchObject({ content: 'On.' });
  });

  it('pulls kind, rule and own board of divisions, and the plan of that is empty', async () => {
    await write(repository);
    await vexil('apply', folder);
    const own = { kind: 'Agents' as const, ruleText: 'Say *which* model:\n  - 漢 "1"\n', scoresAlone: true };
    await test.db.insert(divisions).values([
      { gameId: game.id, name: 'Robots', ...own },
      { gameId: game.id, name: 'Open' },
    ]);
    // Settings of a game come to a folder that asks for them.
    await write({ 'copy/game.yml': '' });
    const copy = join(folder, 'copy');
    expect(await vexil('pull', copy, '--force')).toMatchObject({ code: 0 });
    expect(await readFile(join(copy, 'game.yml'), 'utf8')).toContain('kind: Agents');
    const planned = await vexil('plan', copy);
    expect(planned.out, planned.errors).toContain('Nothing to do');
    await test.db.delete(divisions).where(eq(divisions.gameId, game.id));
    expect(await vexil('apply', copy)).toMatchObject({ code: 0 });
    const made = await test.db.select().from(divisions).where(eq(divisions.gameId, game.id)).orderBy(asc(divisions.id));
    expect(made).toMatchObject([
      { name: 'Robots', ...own },
      { name: 'Open', kind: null, ruleText: '', scoresAlone: false },
    ]);
    expect(await vexil('plan', copy)).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to do') });
  });

  it('pulls a folder whose plan is empty, in both formats', async () => {
    await write(repository);
    await vexil('apply', folder);
    for (const [index, args] of [[], ['--format', 'ctfcli']].entries()) {
      const copy = join(folder, `copy-${index}`);
      const pulled = await vexil('pull', copy, ...args);
      expect(pulled.code, pulled.errors).toBe(0);
      expect(await readFile(join(copy, 'web/kettle/dist/kettle.txt'), 'utf8')).toBe('steam');
      const required = index === 0 ? 'web/kettle' : 'Kettle';
      expect(await readFile(join(copy, 'hardware/lamp/challenge.yml'), 'utf8')).toContain(
        `requirements:\n  - ${required}\n`,
      );
      const planned = await vexil('plan', copy);
      expect(planned.out, planned.errors).toContain('Nothing to do');
      const before = await readdir(copy, { recursive: true });
      expect(await vexil('pull', copy, ...args)).toMatchObject({
        code: 0,
        out: expect.stringContaining('Nothing to do'),
      });
      expect(await readdir(copy, { recursive: true })).toEqual(before);
    }
    await write({ 'copy-0/web/kettle/dist/kettle.txt': 'mine' });
    expect(await vexil('pull', join(folder, 'copy-0'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--force'),
    });
  });

  it('pulls attachments with names of descriptors, and reads none of them as a challenge', async () => {
    const names = ['challenge.yml', 'challenge.yaml', 'kona.yaml', 'kona.toml', 'noctf.yaml', 'game.yml', 'chal.json'];
    const paths = [...names, 'Challenge.YML'].map((name, index) => `files/${index}/${name}`);
    const evil = 'name: Evil\nvalue: 1\nflags: [f]\nvexil: {key: web/kettle}\n';
    await write({
      'web/kettle/challenge.yml': `name: Kettle\nvalue: 1\nflags:\n  - {content: f, files: [${paths[0]}]}\nfiles: [${paths.slice(1)}]\nvexil: {}\n`,
      ...Object.fromEntries(paths.map((path) => [`web/kettle/${path}`, evil])),
    });
    expect(await vexil('apply', folder)).toMatchObject({ code: 0 });
    for (const args of [[], ['--format', 'ctfcli']]) {
      const copy = join(folder, `copy-${args.length}`);
      expect(await vexil('pull', copy, ...args)).toMatchObject({ code: 0 });
      const planned = await vexil('plan', '--json', copy);
      const { changes, problems } = JSON.parse(planned.out) as { changes: { title: string }[]; problems: unknown[] };
      expect(problems).toEqual([]);
      expect(changes.map(({ title }) => title).filter((title) => title !== 'Kettle')).toEqual([]);
    }
    expect((await vexil('plan', join(folder, 'copy-0'))).out).toContain('Nothing to do');
  });

  it('pulls with --force over what is there, keeps its places, its staff, and leaves nothing behind', async () => {
    const staff = 'title: Cup\nstaff:\n  - {user: Unknown, role: observer}\n';
    await write({
      ...repository,
      'web/kettle/challenge.yml': kettle.replaceAll('dist/', 'files/deep/'),
      'web/kettle/files/deep/kettle.txt': 'steam',
      'web/kettle/files/deep/empty.txt': '',
      'web/kettle/files/deep/spout.png': 'picture',
    });
    await rm(join(folder, 'web/kettle/dist'), { recursive: true });
    expect(await vexil('apply', folder)).toMatchObject({ code: 0 });
    await write({ 'game.yml': staff });
    expect(await vexil('pull', folder)).toMatchObject({ code: 1, errors: expect.stringContaining('--force') });
    const pulled = await vexil('pull', folder, '--force');
    expect(pulled.code, pulled.errors).toBe(0);
    expect((await readdir(join(folder, 'web/kettle'), { recursive: true })).sort()).toEqual([
      'challenge.yml',
      ...['', '/deep', '/deep/empty.txt', '/deep/kettle.txt', '/deep/spout.png'].map((end) => `files${end}`),
    ]);
    const game = await readFile(join(folder, 'game.yml'), 'utf8');
    expect(game).toContain('staff:\n  - user: Unknown\n    role: observer\n');
    expect(game).not.toContain('Cup');
    await write({ 'game.yml': game.replace(/staff:[\s\S]*$/, '') });
    expect((await vexil('plan', folder)).out).toContain('Nothing to do');
    expect(await vexil('pull', folder)).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to do') });
  });

  it('says what is missing, and what the server refuses', async () => {
    await write(repository);
    expect(await vexil('plan', join(folder, 'none'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no such folder'),
    });
    expect(await vexil('plan', folder, '--token', 'wrong')).toMatchObject({ code: 1 });
    expect(await vexil('plan', folder, '--game', '999999')).toMatchObject({ code: 1 });
    expect(await vexil('plan', folder, '--game', 'x')).toMatchObject({ code: 1 });
    expect(await vexil('plan', folder, '--url', 'localhost:80')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('http://'),
    });
    expect(await vexil('plan', folder, '--strict')).toMatchObject({ code: 1, errors: expect.stringContaining('lost') });
    expect(await test.db.select().from(files)).not.toContainEqual(expect.objectContaining({ name: 'x' }));
  });

  it('writes the file of an event from an export, the same one each time, and nothing after a problem', async () => {
    const entries = exportEntries(
      makeExport({ seed: 1, teams: 4, members: 2, challenges: 3, submissions: 20, awards: 2 }),
    );
    await write(entries);
    const [first, second] = [`${folder}-a.zip`, `${folder}-b.zip`];
    try {
      const ran = await vexil('event', folder, '--to', first);
      expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('flags') });
      expect(ran.errors).toContain('becomes a player');
      expect((await vexil('event', folder, '--to', first)).errors).toContain('is there already');
      await write({ 'export.zip': Buffer.from(zipSync(entries)) }, `${folder}-zip`);
      expect((await vexil('event', join(`${folder}-zip`, 'export.zip'), '--to', second, '--json')).code).toBe(0);
      expect(await readFile(first)).toEqual(await readFile(second));
      expect((await stat(first)).mode & 0o077).toBe(0);
      await rm(second);
      await write({ 'db/users.json': '{"results": [{"id": 0}]}' });
      const refused = await vexil('event', folder, '--to', second, '--json');
      expect(refused.code).toBe(1);
      expect(JSON.parse(refused.out).problems[0]).toMatchObject({ file: 'db/users.json', field: '0.id' });
      await expect(stat(second)).rejects.toThrow('ENOENT');
      await write({ 'none/notes.txt': 'x' });
      expect((await vexil('event', join(folder, 'none'), '--to', second)).errors).toContain(
        'No file of a known format',
      );
    } finally {
      for (const path of [first, second, `${folder}-zip`]) await rm(path, { recursive: true, force: true });
    }
  }, 60_000);
});
