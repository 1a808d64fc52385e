import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDockerEngine } from '@vexil/engine/docker';
import { mainPort } from '@vexil/engine/engine';
import { waitUntilReady } from '@vexil/engine/probe';
import { buildSpec, describeWithDocker, dockerHost } from '@vexil/engine/testing/docker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChallengeImages, listChallenges } from './build.mjs';

const challenges = await listChallenges();
const solve = async (folder: string, host: string, port: number | null) =>
  (await promisify(execFile)(process.execPath, [join(folder, 'solve.mjs'), host, String(port)])).stdout.trim();

describe('challenge files', () => {
  it.each(challenges)('say all an organiser has to enter: $name', ({ image, challenge }) => {
    expect(challenge.containerImage).toBe(image);
    expect(challenge.content.length).toBeGreaterThan(100);
    expect(challenge.hints.length).toBeGreaterThan(0);
    expect(challenge.memoryLimit).toBeGreaterThanOrEqual(32);
    if (challenge.type === 'DynamicContainer') expect(challenge.flagTemplate).toMatch(/^vexil\{.+\[TEAM_HASH\]\}$/);
    else expect(challenge.flags).toHaveLength(1);
  });
});

describeWithDocker('challenge images', () => {
  const deployment = `test-${randomUUID()}`;
  const engine = createDockerEngine({ host: dockerHost, deployment, networkPool: '10.219.0.0/16', firewall: false });

  beforeAll(() => buildChallengeImages({ dockerHost }));
  afterAll(async () => {
    await engine.removeLeftovers(new Set());
    await engine.close();
  });

  const begin = async ({ challenge }: (typeof challenges)[number], env: Record<string, string>) => {
    const { containerImage: image, exposePort, memoryLimit, cpuCount, storageLimit, networkMode } = challenge;
    const limits = { memoryMiB: memoryLimit, cpuTenths: cpuCount, storageMiB: storageLimit };
    const container = await engine.start(
      buildSpec({ image, ports: [{ name: 'main', port: exposePort }], networkMode, env, ...limits }),
    );
    await waitUntilReady(engine, container, { timeoutMs: 20_000 });
    return container;
  };

  it.each(challenges)('are solved for their flag within their limits: $name', async (one) => {
    const container = await begin(one, { FLAG: 'vexil{own}', GZCTF_FLAG: 'vexil{compatible}' });
    const wanted = one.challenge.flags?.[0] ?? 'vexil{own}';
    const solved = await Promise.all(
      [1, 2, 3].map(() => solve(one.folder, mainPort(container).host, mainPort(container).hostPort)),
    );
    expect(solved).toEqual([wanted, wanted, wanted]);
  });

  it.each(challenges.filter(({ challenge }) => challenge.type === 'DynamicContainer'))(
    'read the variable of existing images where ours is missing: $name',
    async (one) => {
      const container = await begin(one, { GZCTF_FLAG: 'vexil{compatible}' });
      expect(await solve(one.folder, mainPort(container).host, mainPort(container).hostPort)).toBe('vexil{compatible}');
    },
  );
});
