import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { freePort } from '@vexil/db/testing/free-port';
import type {} from '@vexil/db/testing/global-setup';
import { lockTable } from '@vexil/db/testing/lock-table';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { makeCertificate } from '../testing/certificate';
import { type ServerProcess, startServerProcess } from '../testing/process';

const waitOptions = { timeout: 30_000 };
const password = 'Correct-Horse-1';
let database: TestDatabase;
let directory: string;
let server: ServerProcess;

async function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
  return startServerProcess({
    DATABASE_URL: database.url,
    REDIS_URL: inject('redisUrl'),
    KEY_PREFIX: `test-${randomBytes(6).toString('hex')}:`,
    DATA_DIR: directory,
    ADMIN_PASSWORD: password,
    PORT: String(await freePort()),
    ...settings,
  });
}

beforeEach(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  directory = await mkdtemp(join(tmpdir(), 'vexil-server-'));
  server = await start();
});
afterEach(async () => {
  server.kill('SIGKILL');
  await server.exited;
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
const signIn = () =>
  ask('/api/account/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userName: 'Admin', password }),
  });

/** The hasher that a server started and that still runs. */
async function hashersOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')));
  const children = stats.flatMap((stat) => {
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(parent) === pid && state !== 'Z' ? [Number.parseInt(stat, 10)] : [];
  });
  const are = await Promise.all(children.map(isHasher));
  return children.filter((_, index) => are[index]);
}

async function isHasher(pid: number): Promise<boolean> {
  return /hasher\.process/.test(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
}

describe.runIf(process.platform === 'linux')('a server process (needs Linux)', { timeout: 120_000 }, () => {
  it('on SIGTERM turns unready first, then answers the requests it has accepted and ends with its hasher', async () => {
    expect((await ask('/readyz')).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    const hashers = await hashersOf(server.pid);
    expect(hashers).toHaveLength(1);

    const release = await lockTable(database.sql, 'posts');
    const waiting = Array.from({ length: 5 }, () => ask('/api/posts/latest').then((reply) => reply.status));
    await vi.waitFor(async () => {
      const [locks] = await database.sql`
        select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and not granted`;
      expect(locks?.waiting).toBeGreaterThan(0);
    }, waitOptions);
    // The server delays its end only where /readyz was asked a short while ago.
    expect((await ask('/readyz')).status).toBe(200);
    server.kill('SIGTERM');
    await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(503), waitOptions);
    // Clients that have not noticed yet are still served, even sign-ins.
    expect((await signIn()).status).toBe(200);
    await vi.waitFor(async () => expect(await ask('/healthz').catch(() => 'refused')).toBe('refused'), waitOptions);
    await release();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
    expect(await server.exited).toBe(0);
    await vi.waitFor(async () => expect(await isHasher(hashers[0] ?? 0)).toBe(false), waitOptions);
  });

  it('takes its hasher along when it is killed', async () => {
    expect((await signIn()).status).toBe(200);
    const [hasher = 0] = await hashersOf(server.pid);
    expect(await isHasher(hasher)).toBe(true);
    server.kill('SIGKILL');
    expect(await server.exited).toBeNull();
    await vi.waitFor(async () => expect(await isHasher(hasher)).toBe(false), waitOptions);
  });

  it('refuses to start with another SECRET_KEY than the one its database was written with', async () => {
    await expect(start({ SECRET_KEY: 'x'.repeat(32) })).rejects.toThrow('ended with code 1 before it listened');
  });

  it.each(['PORT', 'METRICS_PORT', 'CONTAINER_TLS_PORT'])(
    'refuses to start on a taken %s and names it',
    async (name) => {
      const { certificate, key } = makeCertificate(directory, '*.play-ctf.test', 3);
      const names = { CONTAINER_DOMAIN: 'play-ctf.test', CONTAINER_TLS_CERT: certificate, CONTAINER_TLS_KEY: key };
      const tls = name === 'CONTAINER_TLS_PORT' ? { ...names, PUBLIC_URL: 'https://ctf.test' } : {};
      const reason = `ended with code 1 before it listened. ${name}: another process listens on port ${server.port}`;
      await expect(start({ ...tls, [name]: String(server.port) })).rejects.toThrow(reason);
    },
  );

  it('refuses to start on a database that a newer version migrated', async () => {
    await database.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`;
    await expect(start()).rejects.toThrow('ended with code 1 before it listened');
    // The running one goes on, as in a rolling upgrade.
    expect((await ask('/readyz')).status).toBe(200);
  });

  it('lives and is not ready while another process migrates the database', async () => {
    const [last] = await database.sql`
      delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *`;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const migrating = database.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(7836412001)`;
      await ended;
      await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${last?.hash}, ${last?.created_at})`;
    });
    const port = String(await freePort());
    const starting = start({ PORT: port });
    const probe = async (path: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: reply.status, body: await reply.json() };
    };
    await vi.waitFor(async () => {
      expect(await probe('/readyz')).toEqual({ status: 503, body: { status: 'migrating' } });
    }, waitOptions);
    expect(await probe('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await probe('/api/config')).toMatchObject({ status: 503, body: { code: 'request.unavailable' } });
    end();
    await migrating;
    const started = await starting;
    expect((await probe('/readyz')).status).toBe(200);
    started.kill('SIGKILL');
    await started.exited;
  });
});
