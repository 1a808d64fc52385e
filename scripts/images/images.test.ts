// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how Compose writes its variables.
/**
 * Both images as the Compose file runs them, on the Node.js they are made for: two servers, two workers, PostgreSQL and
 * Redis; a game with a container is made and played through the public calls, and a server is killed in between. The rest
 * of the suite runs on the oldest Node.js that is supported.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFailed, vi } from 'vitest';
import { buildChallengeImages } from '../../docker/challenges/build.mjs';
import { freePort } from '../lib/ports.mjs';
import { baseImage, docker, missingForImages, provideImages, removeImages } from './base-image.mjs';
import { interpolate, readCompose, runArguments } from './compose.mjs';

const missing = process.env.TEST_DOCKER === '1' ? missingForImages() : 'no Docker engine';
if (missing) process.stderr.write(`SKIPPED tests of the images: ${missing}\n`);
const minutes = 60_000;
const dockerHost = process.env.DOCKER_HOST;

describe('the Compose file', () => {
  it('refuses to be read without the secrets it needs', () => {
    expect(() => readCompose({ POSTGRES_PASSWORD: 'p', REDIS_PASSWORD: 'r', ADMIN_PASSWORD: 'a' })).toThrow(
      'SECRET_KEY',
    );
    expect(() => readCompose({ SECRET_KEY: 's', POSTGRES_PASSWORD: 'p', ADMIN_PASSWORD: 'a' })).toThrow(
      'REDIS_PASSWORD',
    );
  });

  it('opens PostgreSQL and Redis to this machine only, and Redis with a password', () => {
    const secrets = { SECRET_KEY: 's', POSTGRES_PASSWORD: 'p', REDIS_PASSWORD: 'r', ADMIN_PASSWORD: 'a' };
    const { postgres, redis, server, worker } = readCompose(secrets);
    const ports = [postgres, redis].flatMap((service) => service?.ports ?? []);
    expect(ports).toHaveLength(2);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(redis?.command).toContain('--requirepass r');
    expect(server?.environment.SECRET_KEY).toBe('s');
    for (const service of [server, worker]) expect(service?.environment.REDIS_URL).toMatch(/^redis:\/\/:r@/);
  });

  it.each([
    ['${A}', { A: 'x' }, 'x'],
    ['${A:-d}', {}, 'd'],
    ['${A:-d}-${B}', { A: 'x', B: 'y' }, 'x-y'],
    ['$${A}', { A: 'x' }, '$x'],
  ])('has %s filled in', (text, environment, filled) => {
    expect(interpolate(text, environment as Record<string, string>)).toBe(filled);
  });
});

describe.skipIf(missing !== null)(
  `the images (needs a machine for them: ${missing})`,
  { timeout: 30 * minutes },
  () => {
    const prefix = `vexil-test-${randomBytes(4).toString('hex')}-`;
    const network = `${prefix}net`;
    const adminPassword = 'Admin-Password-1';
    const containers: string[] = [];
    let made: string[] = [];
    let addresses: string[] = [];
    /** Where the challenge's container is published. */
    let challengePort = '';

    async function allLogs(): Promise<string> {
      const logs = containers.map(async (name) => {
        const state = await docker('inspect', '--format', '{{json .State}}', name).catch(String);
        return `--- ${name} ${state}${await docker('logs', '--tail', '40', name).catch(String)}`;
      });
      return (await Promise.all(logs)).join('\n');
    }
    async function waitHealthy(name: string) {
      const state = () => docker('inspect', '--format', '{{.State.Status}} {{.State.Health.Status}}', name);
      const isDecided = async () => /^exited|running healthy$/.test((await state()).trim());
      await vi.waitUntil(isDecided, { timeout: 10 * minutes, interval: 500 }).catch(() => undefined);
      if ((await state()).trim() === 'running healthy') return;
      throw new Error(`${name} is ${await state()}\n${await allLogs()}`);
    }

    beforeAll(async () => {
      const [postgresPort, redisPort, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
      const shared = {
        SECRET_KEY: randomBytes(32).toString('hex'),
        POSTGRES_PASSWORD: 'postgres-password',
        REDIS_PASSWORD: 'redis-password',
        ADMIN_PASSWORD: adminPassword,
        CONTAINER_PUBLIC_HOST: '127.0.0.1',
        RATE_LIMIT: 'off',
        POSTGRES_PORT: String(postgresPort),
        REDIS_PORT: String(redisPort),
      };
      const { postgres, redis } = readCompose(shared);
      made = await provideImages({ postgres: postgres?.image, redis: redis?.image });
      for (const name of ['worker', 'server']) {
        const file = `docker/images/${name}.Dockerfile`;
        await docker('build', '--force-rm', '--network', 'host', '--file', file, '--tag', `${prefix}${name}`, '.');
      }
      await docker('network', 'create', network);
      const socket = dockerHost?.startsWith('unix://') ? dockerHost.slice('unix://'.length) : '/var/run/docker.sock';
      const start = async (service: string, name: string, port?: number) => {
        const compose = readCompose({ ...shared, PORT: `127.0.0.1:${port}` })[service];
        if (!compose) throw new Error(`compose.yml has no ${service}`);
        const place = { prefix, socket, network, name: `${prefix}${name}`, alias: service };
        containers.push(place.name);
        await docker(...runArguments(compose, { ...place, image: compose.image ?? `${prefix}${service}` }));
        return place.name;
      };
      await Promise.all((await Promise.all([start('postgres', 'postgres'), start('redis', 'redis')])).map(waitHealthy));
      const started = await Promise.all([
        ...ports.map((port, index) => start('server', `server-${index}`, port)),
        start('worker', 'worker-0'),
        start('worker', 'worker-1'),
      ]);
      await Promise.all(started.map(waitHealthy));
      addresses = ports.map((port) => `http://127.0.0.1:${port}`);
    }, 30 * minutes);

    afterAll(async () => {
      const left = challengePort ? await docker('ps', '--quiet', '--filter', `publish=${challengePort}`) : '';
      for (const name of left.split('\n').filter(Boolean)) await docker('rm', '--force', name).catch(() => undefined);
      for (const name of containers.reverse()) await docker('rm', '--force', '--volumes', name).catch(() => undefined);
      for (const volume of ['files', 'postgres', 'redis']) {
        await docker('volume', 'rm', '--force', `${prefix}${volume}`).catch(() => undefined);
      }
      await docker('network', 'rm', network).catch(() => undefined);
      for (const image of [`${prefix}server`, `${prefix}worker`]) await docker('rmi', image).catch(() => undefined);
      await removeImages(made);
    }, 5 * minutes);

    /** A person with a session, who calls whichever server is asked for. */
    function person() {
      let cookie = '';
      return async (at: number, method: string, url: string, body?: unknown) => {
        const reply = await fetch(`${addresses[at]}${url}`, {
          method,
          headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await reply.text();
        if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${text}`);
        const session = reply.headers.getSetCookie().map((header) => header.split(';')[0]);
        if (session.length > 0) cookie = session.join('; ');
        return text === '' ? undefined : JSON.parse(text);
      };
    }

    it('run on the Node.js they name', async () => {
      const version = await docker('exec', `${prefix}server-0`, 'node', '--version');
      expect(version.trim()).toBe(`v${/^node:([\d.]+)-/.exec(baseImage())?.[1]}`);
      for (const name of ['server-0', 'worker-0']) await waitHealthy(`${prefix}${name}`);
    });

    it('have the command line for operators', async () => {
      const run = async (...args: string[]) =>
        JSON.parse(await docker('exec', `${prefix}server-0`, 'vexil', '--json', ...args)) as Record<string, unknown>;
      const { known, applied } = await run('migrate', 'status');
      expect(applied).toBe(known);
      expect(await run('backup')).toMatchObject({ missingFiles: [], rows: { accounts: 1 } });
    });

    it('have the command line for folders, which needs a token alone', async () => {
      const admin = person();
      await admin(0, 'POST', '/api/account/login', { userName: 'Admin', password: adminPassword });
      const times = { start: Date.now() + 60 * minutes, end: Date.now() + 120 * minutes };
      const game = await admin(1, 'POST', '/api/edit/games', { title: 'Folder', ...times });
      const scopes = ['challenge:read', 'challenge:write'];
      const { token } = await admin(0, 'POST', `/api/edit/games/${game.id}/tokens`, { name: 'CI', scopes });
      const folder = await mkdtemp(path.join(tmpdir(), 'vexil-folder-'));
      try {
        await chmod(folder, 0o777);
        await writeFile(path.join(folder, 'challenge.yml'), 'name: Kettle\nvalue: 100\nflags: [steam]\n');
        const given = { VEXIL_URL: 'http://server:8080', VEXIL_TOKEN: token, VEXIL_GAME: game.id };
        const environment = Object.entries(given).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
        const volume = ['--volume', `${folder}:/folder`, '--network', network];
        const vexil = (...args: string[]) =>
          docker('run', '--rm', ...volume, ...environment, `${prefix}server`, 'vexil', ...args);
        // There is something to do, which is 2.
        await expect(vexil('plan', '/folder')).rejects.toThrow('1 to add');
        expect(await vexil('apply', '/folder')).toContain('Applied.');
        expect(await vexil('pull', '/folder/ours')).toContain('1 of 1 files written.');
        expect(await vexil('plan', '/folder/ours')).toContain('Nothing to do');
        expect(await vexil('check', '/folder/ours')).toContain('No challenge of the folder has a solver.');
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });

    it('play a container and a solve, and go on when a server is killed', async () => {
      onTestFailed(async () => void process.stderr.write(await allLogs()));
      const ready = await (await fetch(`${addresses[0]}/readyz`)).json();
      expect(ready).toMatchObject({ database: 'ok', redis: 'ok', storage: 'ok', workers: 'ok', workersLiving: 2 });
      expect((await fetch(`${addresses[1]}/api/client.ts`)).status).toBe(200);
      expect(await (await fetch(`${addresses[1]}/`)).text()).toContain('id="root"');

      const admin = person();
      await admin(0, 'POST', '/api/account/login', { userName: 'Admin', password: adminPassword });
      const now = Date.now();
      const times = { start: now - minutes, end: now + 60 * minutes };
      const game = await admin(1, 'POST', '/api/edit/games', { title: 'Images', acceptWithoutReview: true, ...times });
      const [file] = (await buildChallengeImages(dockerHost ? { dockerHost } : {})).filter(
        ({ challenge }) => challenge.flagTemplate,
      );
      if (!file) throw new Error('No challenge has a flag of its own for each team.');
      const { title, category, type, hints, flags, ...fields } = file.challenge;
      const base = `/api/edit/games/${game.id}/challenges`;
      const challenge = await admin(0, 'POST', base, { title, category, type });
      await admin(1, 'PUT', `${base}/${challenge.id}`, { ...fields, isEnabled: true });
      await admin(0, 'PUT', `/api/edit/games/${game.id}`, { ...game, ...times, hidden: false });

      const player = person();
      await player(0, 'POST', '/api/account/register', {
        userName: 'Player',
        email: 'player@ctf.test',
        password: 'Player-Password-1',
      });
      await player(1, 'POST', '/api/account/login', { userName: 'Player', password: 'Player-Password-1' });
      const team = await player(0, 'POST', '/api/team', { name: 'Two servers' });
      await player(1, 'POST', `/api/game/${game.id}`, { teamId: team.id });

      const { entry } = await player(0, 'POST', `/api/game/${game.id}/container/${challenge.id}`);
      const at = entry.lastIndexOf(':');
      challengePort = entry.slice(at + 1);
      const solution = [path.join(file.folder, 'solve.mjs'), entry.slice(0, at), challengePort];
      const { stdout } = await promisify(execFile)(process.execPath, solution, { timeout: minutes });

      await docker('kill', `${prefix}server-0`);
      const play = `/api/game/${game.id}/challenges/${challenge.id}`;
      const submission = await player(1, 'POST', play, { flag: stdout.trim() });
      const verdict = () => player(1, 'GET', `${play}/status/${submission}`);
      await vi.waitUntil(async () => (await verdict()) !== 'FlagSubmitted', { timeout: minutes, interval: 200 });
      expect(await verdict()).toBe('Accepted');
      const stop = () => player(1, 'DELETE', `/api/game/${game.id}/container/${challenge.id}`);
      // A team waits some seconds between a start and a stop.
      const isStopped = () =>
        stop().then(
          () => true,
          (error: Error) => {
            if (error.message.includes('container.tooSoon')) return false;
            throw error;
          },
        );
      await vi.waitUntil(isStopped, { timeout: minutes, interval: 500 });
    });
  },
);
