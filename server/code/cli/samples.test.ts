import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gameTokenRoutes } from '@vexil/contract/token';
import { challenges } from '@vexil/db/schema/challenge';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { listen } from '@vexil/server/testing/live';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats } from '../model';
import { readFolder } from '../readers/folder';
import { folderOf } from '../testing/folder';
import { samples } from '../testing/samples';
import type { Target } from './api';
import { applyFolder, planFolder } from './commands';
import { pullFolder } from './pull';

let test: TestApp;
let url: string;
let work: string;
beforeAll(async () => {
  test = await createTestApp();
  url = await listen(test.app);
  work = await mkdtemp(join(tmpdir(), 'vexil-samples-'));
});
afterAll(async () => {
  await test.close();
  await rm(work, { recursive: true });
});

async function newGame(): Promise<Target> {
  const admin = await buildAccount(test.db, { role: 'Admin' });
  const hour = 3_600_000;
  const times = { startAt: new Date(Date.now() + hour), endAt: new Date(Date.now() + 2 * hour) };
  const { id } = await buildGame(test.db, times);
  const body = { name: 'CI', scopes: ['challenge:read' as const, 'challenge:write' as const] };
  const { token } = (await test.call(gameTokenRoutes.create, { as: admin, params: { id }, body })).body;
  return { url, token, gameId: id };
}

async function write(folder: string, files: Record<string, string>): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const done = 0;
const apply = (folder: string, target: Target) =>
  applyFolder(folder, { target, json: true, allow: [], mine: [], theirs: [] });

describe.each(formats)('a repository of %s', (format) => {
  const { files, losses, isCtfcli } = samples[format];

  it('is recognised, and loses what its list says', async () => {
    const read = await readFolder(folderOf(files));
    expect(read.format).toBe(format);
    expect(read.problems).toEqual([]);
    const brief = read.losses.map(({ file, line, field, what }) => `${file}:${line ?? ''} ${field} ${what}`);
    expect(brief.sort()).toEqual(losses.toSorted());
  });

  it('goes in, out and in again, and then nothing is left to do', async () => {
    const target = await newGame();
    const folder = await write(join(work, format), files);
    expect(await apply(folder, target)).toBe(done);
    const count = (await readFolder(folderOf(files))).challenges.length;
    expect(await test.db.$count(challenges, eq(challenges.gameId, target.gameId))).toBe(count);
    expect(await planFolder(folder, { target, json: true })).toBe(done);
    for (const out of ['vexil', ...(isCtfcli ? (['ctfcli'] as const) : [])] as const) {
      const pulled = await write(join(work, `${format}-${out}`), out === 'vexil' ? { 'game.yml': '' } : {});
      expect(await pullFolder(pulled, { target, format: out, force: true, json: true })).toBe(done);
      expect(await planFolder(pulled, { target, json: true })).toBe(done);
      // Into a game of its own, and the same comes out.
      const other = await newGame();
      expect(await apply(pulled, other)).toBe(done);
      expect(await planFolder(pulled, { target: other, json: true })).toBe(done);
    }
  });
});
