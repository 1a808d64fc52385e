import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeWithDocker, dockerHost, openTestDocker } from '@vexil/engine/testing/docker';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { dockerTarget } from './lib/docker-api.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { makeDirectory, runProgram } from './testing/program';

// Without TEST_DATABASE_URL, so that the run starts a PostgreSQL of its own.
const environment = {
  TEST_FIXTURES: '1',
  ...(process.env.TEST_REDIS_URL ? { TEST_REDIS_URL: process.env.TEST_REDIS_URL } : {}),
};
const fixture = (name: string) => `scripts/testing/fixtures/${name}.fixture.ts`;

const ways = {
  async vitest(...files: string[]) {
    const vitest = [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.workspace.ts'];
    const run = runProgram(process.execPath, [...vitest, ...files], environment);
    return { code: await run.ended, output: run.output() };
  },
  async 'npm test'(...files: string[]) {
    const run = runProgram('npm', ['test', '--', ...files], environment);
    return { code: await run.ended, output: run.output() };
  },
};

/** Name of the fixture to the closing line of `npm test` and to what both ways print. */
const failures = [
  ['failing', '0 passed, 1 failed, 0 skipped', 'expected 1 to be 2'],
  [
    'killed',
    /0 passed, [1-9]\d* failed, 0 skipped/,
    'Did not run to its end: fixtures scripts/testing/fixtures/killed',
  ],
  ['unhandled', '1 passed, 1 failed, 0 skipped', 'Error outside of the tests: A rejection without a handler.'],
  ['skipped', '0 passed, 1 failed, 1 skipped', 'No test was run.'],
  ['no-test', /0 passed, [1-9]\d* failed, 0 skipped/, 'No test suite found'],
  [
    'unsteady',
    '1 passed, 1 failed, 0 skipped',
    'Passed at its second try only: fixtures scripts/testing/fixtures/unsteady',
  ],
  ['missing', /0 passed, [1-9]\d* failed, 0 skipped/, 'No test files found'],
] as const;

describe('vitest', () => {
  it.each(failures)('ends with 1 for the run "%s"', async (name, _line, text) => {
    const { code, output } = await ways.vitest(fixture(name));
    expect(output).toContain(text);
    expect(code).toBe(1);
  });

  it('ends with 1 when one of two files was killed', async () => {
    const { code, output } = await ways.vitest(fixture('passing'), fixture('killed'));
    expect(output).toContain('1 passed');
    expect(code).toBe(1);
  });

  it('ends with 0 when all tests have passed', async () => {
    expect((await ways.vitest(fixture('passing'))).code).toBe(0);
  });
});

describe('the projects', () => {
  it('have each test file of the repository once', async () => {
    const vitest = [inRoot('node_modules/vitest/vitest.mjs'), 'list', '--config', 'vitest.workspace.ts'];
    const file = path.join(makeDirectory(), 'files.json');
    const run = runProgram(process.execPath, [...vitest, '--filesOnly', `--json=${file}`], {});
    expect(await run.ended, run.output()).toBe(0);
    const listed: { file: string }[] = JSON.parse(readFileSync(file, 'utf8'));
    const files = listed.map((one) => path.relative(root, one.file).replaceAll(path.sep, '/'));
    const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) =>
      name.replaceAll(path.sep, '/'),
    );
    // `npm run test:kubernetes` runs those that need a cluster.
    const isTest = (name: string) =>
      /\.(test\.tsx?|e2e\.ts)$/.test(name) && !/(^|\/)(node_modules|dist|\.\w+)\/|\.cluster\.test\.ts$/.test(name);
    expect(files.sort()).toEqual(entries.filter(isTest).sort());
  });
});

describe('npm test', () => {
  it.each(failures)('ends with 1 for the run "%s"', async (name, line, text) => {
    const { code, output } = await ways['npm test'](fixture(name));
    expect(output).toContain(text);
    expect(output.trimEnd().split('\n').at(-1)).toMatch(line);
    expect(code).toBe(1);
  });

  it('ends with 0 when all tests have passed', async () => {
    const { code, output } = await ways['npm test'](fixture('passing'));
    expect(output.trimEnd().split('\n').at(-1)).toBe('1 passed, 0 failed, 0 skipped');
    expect(code).toBe(0);
  });

  it('names what was skipped at its end, and fails for it in CI', async () => {
    const files = [fixture('passing'), fixture('skipped')];
    const run = await ways['npm test'](...files);
    expect(run.output.trimEnd().split('\n').slice(-2)).toEqual([
      expect.stringContaining('Skipped 1: no reason given'),
      '1 passed, 0 failed, 1 skipped',
    ]);
    expect(run.code).toBe(0);
    const ci = runProgram('npm', ['test', '--', ...files], { ...environment, CI: 'true' });
    expect(await ci.ended).toBe(1);
    expect(ci.output().trimEnd().split('\n').at(-1)).toBe('1 passed, 1 failed, 1 skipped');
  });
});

const socket = dockerTarget(dockerHost)?.socketPath;
const canMount = process.platform === 'linux' && process.getuid?.() === 0 && socket !== undefined;

describeWithDocker('npm test beside a Docker engine', () => {
  const docker = openTestDocker();
  const network = `vexil-${randomUUID()}`;
  const fixtureFile = path.join(mkdtempSync(path.join(tmpdir(), 'vexil-fixture-')), 'container');
  const settings = { ...environment, FIXTURE_NETWORK: network, FIXTURE_FILE: fixtureFile };

  afterEach(async () => {
    await expect(docker.getContainer(readFileSync(fixtureFile, 'utf8')).inspect()).rejects.toThrow('No such container');
    expect(await docker.listNetworks({ filters: { name: [network] } })).toEqual([]);
    rmSync(fixtureFile);
  });
  afterAll(() => rmSync(path.dirname(fixtureFile), { recursive: true, force: true }));

  it.skipIf(!canMount)(
    'uses the engine at the usual socket, and ends what it started (needs root on Linux)',
    async () => {
      // Only this run sees the socket there.
      const place = 'mount -t tmpfs none /run && ln -s "$1" /run/docker.sock && shift && exec "$@"';
      const words = ['--mount', 'sh', '-c', place, 'sh', socket ?? '', 'npm', 'test', '--', fixture('docker')];
      const run = runProgram('unshare', words, settings);
      const code = await run.ended;
      expect(run.output().trimEnd().split('\n').at(-1)).toBe('1 passed, 0 failed, 0 skipped');
      expect(code).toBe(0);
    },
  );

  it('ends what it started when it is interrupted', async () => {
    const run = runProgram('npm', ['test', '--', fixture('docker')], {
      ...settings,
      DOCKER_HOST: dockerHost ?? '',
      FIXTURE_WAITS: '1',
    });
    await expect.poll(() => existsSync(fixtureFile), { timeout: 120_000 }).toBe(true);
    run.child.kill('SIGINT');
    expect(await run.ended, run.output()).toBe(130);
  });
});
