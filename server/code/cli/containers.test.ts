import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gameTokenRoutes } from '@vexil/contract/token';
import type { SolverResult } from '@vexil/db/enums/container';
import { challenges } from '@vexil/db/schema/challenge';
import { solverChecks } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { listen } from '@vexil/server/testing/live';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runVexil, writeFolder } from './testing/command-line';

const gate = `name: Gate
value: 100
flags: [open]
image: ./src
vexil:
  container: {image: "registry.example.org/gate:1", exposePort: 9000}
  solver: {image: "solve:1"}
`;
const hut = 'name: Hut\nvalue: 100\nflags: [in]\nimage: .\nvexil: {solver: {image: "solve:1"}}\n';
const repository = {
  'a/gate/challenge.yml': gate,
  'a/gate/src/Dockerfile': 'FROM scratch\n',
  'b/hut/challenge.yml': hut,
  'b/hut/Dockerfile': 'FROM scratch\nEXPOSE 8080\n',
};

let test: TestApp;
let url: string;
let token: string;
let gameId: number;
let folder: string;
beforeAll(async () => {
  test = await createTestApp({ containerEngine: 'docker' });
  url = await listen(test.app);
});
afterAll(() => test.close());
beforeEach(async () => {
  const admin = await buildAccount(test.db, { role: 'Admin' });
  gameId = (await buildGame(test.db)).id;
  const body = { name: 'CI', scopes: ['challenge:read' as const, 'challenge:write' as const] };
  token = (await test.call(gameTokenRoutes.create, { as: admin, params: { id: gameId }, body })).body.token;
  folder = await mkdtemp(join(tmpdir(), 'vexil-containers-'));
  await writeFolder(join(folder, 'game'), repository);
  // In place of Docker: what it is asked for is in a file.
  await writeFile(
    join(folder, 'docker'),
    `#!/bin/sh\necho "$*" >> ${folder}/asked\ntest ! -e ${folder}/broken || { echo "no space left" >&2; exit 1; }\n`,
  );
  await chmod(join(folder, 'docker'), 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const game = () => join(folder, 'game');
const vexil = (...args: string[]) =>
  runVexil({ url, token, gameId }, args, { PATH: `${folder}${delimiter}${process.env.PATH}` });
const stored = () =>
  test.db
    .select({ title: challenges.title, image: challenges.containerImage, port: challenges.exposePort })
    .from(challenges)
    .where(eq(challenges.gameId, gameId))
    .orderBy(asc(challenges.title));

describe('apply --build', () => {
  it('builds each folder with a Dockerfile, pushes what names a registry, and keeps both when it pulls', async () => {
    expect(await vexil('apply', game())).toMatchObject({ code: 0 });
    await expect(readFile(join(folder, 'asked'))).rejects.toThrow('ENOENT');
    const { code, errors } = await vexil('apply', '--build', game());
    expect(code, errors).toBe(0);
    expect((await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n')).toEqual([
      `build -t registry.example.org/gate:1 ${game()}/a/gate/src`,
      'push registry.example.org/gate:1',
      `build -t hut ${game()}/b/hut`,
    ]);
    expect(await stored()).toEqual([
      { title: 'Gate', image: 'registry.example.org/gate:1', port: 9000 },
      { title: 'Hut', image: 'hut', port: 8080 },
    ]);
    expect(await vexil('pull', '--force', game())).toMatchObject({ code: 0 });
    expect(await readFile(join(game(), 'a/gate/challenge.yml'), 'utf8')).toContain('\nimage: ./src\n');
    expect(await readFile(join(game(), 'b/hut/challenge.yml'), 'utf8')).toContain('\nimage: .\n');
    expect((await vexil('plan', game())).out).toContain('Nothing to do');
  });

  it('changes nothing where Docker fails, and names a folder without Dockerfile', async () => {
    await writeFile(join(folder, 'broken'), '');
    expect(await vexil('apply', '--build', game())).toMatchObject({
      code: 1,
      errors: expect.stringContaining('a/gate: docker build failed: no space left'),
    });
    expect(await stored()).toEqual([]);
    await rm(join(folder, 'broken'));
    await rm(join(game(), 'a/gate/src'), { recursive: true });
    const planned = await vexil('plan', game());
    expect(planned.errors).toContain('a/gate/challenge.yml:4 image: The file ./src/Dockerfile does not exist');
  });
});

describe('check', () => {
  /** As workers end one check after the other. */
  async function finish(results: SolverResult[]) {
    for (const result of results) {
      await expect
        .poll(async () => {
          const running = and(eq(solverChecks.gameId, gameId), eq(solverChecks.result, 'running'));
          const ended = { result, endedAt: new Date() };
          return (await test.db.update(solverChecks).set(ended).where(running).returning()).length;
        })
        .toBe(1);
    }
  }

  it('waits for the solver of each challenge, and fails with the first that does', async () => {
    expect(await vexil('check', game())).toMatchObject({
      code: 1,
      out: expect.stringContaining('Apply the folder first'),
    });
    await vexil('apply', game());
    const [first] = await Promise.all([vexil('check', game()), finish(['passed', 'failed'])]);
    expect(first).toMatchObject({ code: 1, out: '✓ a/gate: passed\n✗ b/hut: failed (no flag in the output)\n' });
    const [second] = await Promise.all([vexil('check', '--json', game()), finish(['passed', 'passed'])]);
    expect(second.code).toBe(0);
    expect(JSON.parse(second.out).checks).toMatchObject([
      { key: 'a/gate', result: 'passed' },
      { key: 'b/hut', result: 'passed' },
    ]);
    const none = gate.replace(/ {2}solver.*\n/, '');
    await writeFolder(game(), { 'a/gate/challenge.yml': none, 'b/hut/challenge.yml': hut.replace(/vexil.*\n/, '') });
    expect(await vexil('check', game())).toMatchObject({ code: 0, out: expect.stringContaining('has a solver') });
  });
});
