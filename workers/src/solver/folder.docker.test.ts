import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runVexil, writeFolder } from '@vexil/code/cli/testing/command-line';
import { configAdminRoutes } from '@vexil/contract/config-info';
import { gameTokenRoutes } from '@vexil/contract/token';
import { challenges } from '@vexil/db/schema/challenge';
import { engineImages, solverChecks } from '@vexil/db/schema/container';
import { deploymentOf } from '@vexil/db/sealing';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame, testSecretKey } from '@vexil/db/testing/game';
import { createDockerEngine } from '@vexil/engine/docker';
import { openTestRegistry, type TestRegistry } from '@vexil/engine/testing/contract/registry';
import { describeWithDocker, dockerHost, openTestDocker } from '@vexil/engine/testing/docker';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { listen } from '@vexil/server/testing/live';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startWorkerProcess, type WorkerProcess } from '../../testing/process';

const busyboxes = ['/bin/busybox', '/usr/bin/busybox', '/usr/bin/busybox-static'];

/** As an organiser at a machine with Docker, and a registry that asks for a login. */
describeWithDocker('a folder on a real engine', () => {
  let test: TestApp;
  let worker: WorkerProcess;
  let registry: TestRegistry;
  let folder: string;
  let gameId: number;
  let vexil: (...args: string[]) => ReturnType<typeof runVexil>;
  let image: string;

  beforeAll(async () => {
    test = await createTestApp({ containerPublicHost: '127.0.0.1', containerEngine: 'docker' });
    registry = await openTestRegistry();
    const host = registry.name('127.0.0.1');
    image = `${host}/team/gate:1`;
    const { username, password } = registry.login;
    worker = await startWorkerProcess({
      ...{ DATABASE_URL: test.database.url, REDIS_URL: inject('redisUrl'), KEY_PREFIX: test.deps.keyPrefix },
      ...{ CONTAINER_ENGINE: 'docker', DOCKER_HOST: dockerHost ?? '' },
      CONTAINER_REGISTRIES: JSON.stringify({ [host]: { username, password } }),
    });
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const body = { containerCeilings: { imageRegistries: `*, ${host}` } };
    expect((await test.call(configAdminRoutes.update, { as: admin, body })).status).toBe(200);
    gameId = (await buildGame(test.db)).id;
    const scopes = ['challenge:read' as const, 'challenge:write' as const];
    const made = await test.call(gameTokenRoutes.create, {
      as: admin,
      params: { id: gameId },
      body: { name: 'CI', scopes },
    });
    const url = await listen(test.app);
    folder = await mkdtemp(join(tmpdir(), 'vexil-code-'));
    const auth = Buffer.from(`${username}:${password}`).toString('base64');
    await writeFolder(folder, { 'config/config.json': JSON.stringify({ auths: { [host]: { auth } } }) });
    const docker = { DOCKER_HOST: dockerHost, DOCKER_CONFIG: join(folder, 'config'), DOCKER_BUILDKIT: '0' };
    vexil = (...args) => runVexil({ url, token: made.body.token, gameId }, [...args, join(folder, 'game')], docker);
    await writeGate('echo "$FLAG"');
  });
  afterAll(async () => {
    await worker?.stop();
    const engine = createDockerEngine({ host: dockerHost, deployment: deploymentOf(testSecretKey) });
    await engine.removeLeftovers(new Set());
    await engine.close();
    await openTestDocker()
      .getImage(image)
      .remove({ force: true })
      .catch(() => undefined);
    await registry?.close();
    await test?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  async function writeGate(answer: string) {
    const solver = `{image: "${image}", command: [/bin/busybox, sh, -c], script: "busybox nc main 9000 < /dev/null"}`;
    await writeFolder(join(folder, 'game/pwn/gate'), {
      'challenge.yml': `name: Gate
category: pwn
value: 200
image: ./image
vexil:
  type: DynamicContainer
  flagTemplate: flag{gate_[TEAM_HASH]}
  container: {image: "${image}", memoryLimit: 32, exposePort: 9000, networkMode: Isolated}
  containerOptions: {sharing: none}
  solver: ${solver}
`,
      'image/Dockerfile': `FROM scratch
COPY busybox /bin/busybox
COPY answer /srv/answer
CMD ["/bin/busybox", "nc", "-ll", "-p", "9000", "-e", "/bin/busybox", "sh", "/srv/answer"]
`,
      'image/answer': `${answer}\n`,
    });
    for (const path of busyboxes)
      if ((await readdir(join(folder, 'game/pwn/gate/image'))).length < 3)
        await copyFile(path, join(folder, 'game/pwn/gate/image/busybox')).catch(() => undefined);
  }

  it('names the image that is missing, builds and pushes it, and is checked by its solver (needs docker-registry)', async () => {
    const planned = await vexil('plan');
    expect(planned.code, planned.errors).toBe(2);
    expect(planned.errors).toContain(
      `image pwn/gate/challenge.yml:8 containerImage: The registry has no image ${image}.`,
    );
    expect(await vexil('apply', '--strict')).toMatchObject({ code: 1 });
    const applied = await vexil('apply', '--build', '--strict');
    expect(applied.code, applied.errors).toBe(0);
    expect(applied.errors).toContain(`docker push ${image}`);
    expect(applied.errors).not.toContain('image pwn/gate');
    const checked = await vexil('check');
    expect(checked, checked.errors).toMatchObject({ code: 0, out: '✓ pwn/gate: passed\n' });
  });

  it('that is built anew is pulled again, though nothing else has changed, and its check fails', async () => {
    const pulledAt = async () => (await test.db.select().from(engineImages))[0]?.updatedAt.getTime() ?? 0;
    const before = await pulledAt();
    await writeGate('echo none');
    const applied = await vexil('apply', '--build', '--strict');
    expect(applied, applied.errors).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to do') });
    expect(await pulledAt()).toBeGreaterThan(before);
    const checked = await vexil('check', '--json');
    expect(checked.code).toBe(1);
    expect(JSON.parse(checked.out)).toEqual({
      checks: [{ key: 'pwn/gate', result: 'failed', reason: null }],
      problems: [],
    });
    const [challenge] = await test.db.select().from(challenges).where(eq(challenges.gameId, gameId));
    const checks = await test.db
      .select()
      .from(solverChecks)
      .where(eq(solverChecks.challengeId, challenge?.id ?? 0));
    expect(checks.map(({ result }) => result)).toEqual(['passed', 'failed']);
  });

  it('says what docker says of an image that cannot be built, and changes nothing', async () => {
    await writeFile(join(folder, 'game/pwn/gate/image/Dockerfile'), 'FROM scratch\nCOPY nothing /\n');
    const { code, errors } = await vexil('apply', '--build');
    expect(code).toBe(1);
    expect(errors).toMatch(/error: pwn\/gate: docker build failed: .*nothing/);
  });
});
