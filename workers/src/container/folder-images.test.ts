import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runVexil, writeFolder } from '@vexil/code/cli/testing/command-line';
import { gameTokenRoutes } from '@vexil/contract/token';
import { challenges } from '@vexil/db/schema/challenge';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { createFakeEngine } from '@vexil/engine/fake';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { listen } from '@vexil/server/testing/live';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

describe('images of a folder', () => {
  const engine = createFakeEngine();
  let test: TestApp;
  let url: string;
  let worker: TestWorker;
  let folder: string;
  beforeAll(async () => {
    test = await createTestApp({ containerPublicHost: 'play.example.test', containerEngine: 'docker' });
    url = await listen(test.app);
    worker = await createTestWorker({
      ...{ database: test.database, redisUrl: inject('redisUrl'), keyPrefix: test.deps.keyPrefix, engine },
    });
    worker.start();
    folder = await mkdtemp(join(tmpdir(), 'vexil-code-'));
    const challenge = (image: string) => `name: Kettle
value: 100
vexil:
  type: DynamicContainer
  flagTemplate: flag{[TEAM_HASH]}
  container:
    image: ${image}
`;
    await writeFolder(folder, { 'web/kettle/challenge.yml': challenge('vexil/kettle:1') });
  });
  afterAll(async () => {
    await worker.close();
    await test.close();
    await rm(folder, { recursive: true, force: true });
  });

  const command = async () => {
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const { id } = await buildGame(test.db);
    const made = await test.call(gameTokenRoutes.create, {
      ...{ as: admin, params: { id }, body: { name: 'CI', scopes: ['challenge:read', 'challenge:write'] } },
    });
    return { id, vexil: (...args: string[]) => runVexil({ url, token: made.body.token, gameId: id }, args) };
  };
  const place = 'web/kettle/challenge.yml:7 containerImage: The registry has no image vexil/kettle:1.';

  it('that no registry has are named by file and line, and stop what is strict', async () => {
    engine.failPulls('imageMissing');
    const { id, vexil } = await command();
    const planned = await vexil('plan', folder);
    expect(planned, planned.errors).toMatchObject({ code: 2, out: expect.stringContaining('+ web/kettle') });
    expect(planned.errors).toContain(`image ${place}`);
    engine.failPulls('imageMissing');
    const { out } = await vexil('plan', folder, '--json');
    expect(JSON.parse(out)).toMatchObject({
      problems: [],
      images: [{ file: 'web/kettle/challenge.yml', line: 7, image: 'vexil/kettle:1', state: 'failed' }],
    });
    engine.failPulls('imageMissing');
    const strict = await vexil('apply', folder, '--strict');
    expect(strict).toMatchObject({ code: 1, errors: expect.stringContaining(`error ${place}`) });
    const rows = () => test.db.select().from(challenges).where(eq(challenges.gameId, id));
    expect(await rows()).toEqual([]);
    const applied = await vexil('apply', folder, '--strict');
    expect(applied, applied.errors).toMatchObject({ code: 0, errors: expect.not.stringContaining('image web') });
    expect(await rows()).toMatchObject([{ containerImage: 'vexil/kettle:1' }]);
  });

  it('are not looked for without an engine, which is said once', async () => {
    test.deps.config.containerEngine = 'none';
    const { vexil } = await command();
    const planned = await vexil('plan', folder, '--strict');
    expect(planned.code).toBe(2);
    expect(planned.errors).toContain('Not checked, because there is no container engine: 1 image.\n');
  });
});
