/** `npm start` on a small disk of its own that fills up: nothing ends, and everything goes on once there is room. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from './lib/ports.mjs';
import { makeDirectory, runScript } from './testing/program';

const sizeMiB = 400;
const mib = 1024 * 1024;
const password = 'Admin-Password-1';

/** A file system of that size at a new directory, or null where this user may not mount. */
function mountSmallDisk(): string | null {
  const directory = path.join(makeDirectory(), 'data');
  mkdirSync(directory);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=755`, 'vexil-test', directory]);
  if (status !== 0) return null;
  onTestFinished(() => void spawnSync('umount', ['--lazy', directory]));
  return directory;
}

/** Writes to the log of PostgreSQL until it finds no room, which it calls a panic. */
async function endPostgres(directory: string): Promise<void> {
  const [, , , port] = readFileSync(path.join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const secret = readFileSync(path.join(directory, 'secrets/database-password'), 'utf8').trim();
  const sql = postgres(`postgres://vexil:${secret}@127.0.0.1:${port}/vexil`, { max: 1, onnotice: () => {} });
  const write = async () => {
    for (let count = 0; count < 200; count += 1) {
      await sql`select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`;
    }
  };
  await expect(write()).rejects.toThrow();
  await sql.end({ timeout: 1 });
}

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
if (!canMount) process.stderr.write('SKIPPED the test of a full disk: mounting one takes root\n');

describe.skipIf(!canMount)('a full disk (needs root on Linux)', { timeout: 600_000 }, () => {
  it('refuses writes with 507, serves reads, ends nothing, and is over when there is room', async (context) => {
    const directory = mountSmallDisk();
    if (directory === null) return context.skip('needs a machine that lets root mount');
    const port = String(await freePort());
    const program = runScript('start.mjs', {
      PORT: port,
      CONTAINER_ENGINE: 'none',
      DATA_DIR: directory,
      RATE_LIMIT: 'off',
      ADMIN_PASSWORD: password,
    });
    await program.prints('Vexil runs at ');
    const address = `http://127.0.0.1:${port}`;
    expect(statSync(directory).mode & 0o777).toBe(0o700);

    let cookie = '';
    async function ask(method: string, url: string, body?: unknown) {
      const reply = await fetch(`${address}${url}`, {
        method,
        headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const session = reply.headers.getSetCookie().map((header) => header.split(';')[0]);
      if (session.length > 0) cookie = session.join('; ');
      const text = await reply.text();
      return { status: reply.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
    }
    const signIn = () => ask('POST', '/api/account/login', { userName: 'Admin', password });
    expect((await signIn()).status).toBe(200);
    const now = Date.now();
    const times = { start: now - 60_000, end: now + 3_600_000 };
    const created = await ask('POST', '/api/edit/games', { title: 'Full', acceptWithoutReview: true, ...times });
    const game = created.body.id;
    const challenges = `/api/edit/games/${game}/challenges`;
    const about = { title: 'Space', category: 'Misc', type: 'StaticAttachment' };
    const challenge = (await ask('POST', challenges, about)).body.id;
    expect((await ask('POST', `${challenges}/${challenge}/flags`, [{ flag: 'flag{room}' }])).status).toBe(200);
    expect((await ask('PUT', `${challenges}/${challenge}`, { isEnabled: true, content: 'x' })).status).toBe(200);
    expect((await ask('PUT', `/api/edit/games/${game}`, { title: 'Full', ...times, hidden: false })).status).toBe(200);
    const player = { userName: 'Player', password: 'Player-Password-1' };
    await ask('POST', '/api/account/register', { ...player, email: 'player@ctf.test' });
    expect((await ask('POST', '/api/account/login', player)).status).toBe(200);
    const team = (await ask('POST', '/api/team', { name: 'Roomy' })).body.id;
    expect((await ask('POST', `/api/game/${game}`, { teamId: team })).status).toBe(200);
    const play = `/api/game/${game}/challenges/${challenge}`;
    const submit = (flag: string) => ask('POST', play, { flag });
    async function verdictOf(submission: number): Promise<string> {
      const status = async () => (await ask('GET', `${play}/status/${submission}`)).body;
      await vi.waitUntil(async () => !String(await status()).includes('FlagSubmitted'), {
        timeout: 60_000,
        interval: 200,
      });
      return status();
    }
    expect(await verdictOf((await submit('flag{none}')).body)).toContain('WrongAnswer');

    const filling = path.join(directory, 'filling');
    const fill = () => spawnSync('dd', ['if=/dev/zero', `of=${filling}`, 'bs=1M', `count=${sizeMiB}`]);
    fill();
    const full = statfsSync(directory);
    expect(full.bavail * full.bsize).toBeLessThan(mib);
    await vi.waitUntil(async () => (await submit('flag{room}')).status === 507, { timeout: 10_000, interval: 200 });
    expect((await submit('flag{room}')).body).toMatchObject({ status: 507, code: 'request.noSpace' });
    expect((await ask('GET', '/api/posts/latest')).status).toBe(200);
    const ready = await ask('GET', '/readyz');
    expect(ready).toMatchObject({ status: 200, body: { status: 'degraded', disk: 'full', database: 'ok' } });
    // Each of these is a line in the server's log, which the disk does not take.
    for (let count = 0; count < 50; count += 1) await ask('GET', '/api/game');
    expect(program.child.exitCode).toBeNull();

    rmSync(filling);
    let stored = 0;
    await vi.waitUntil(
      async () => {
        const reply = await submit('flag{room}');
        stored = Number(reply.body);
        return reply.status === 200;
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(await verdictOf(stored)).toContain('Accepted');

    // Past the refusal: PostgreSQL itself finds no room for its log, and ends.
    fill();
    await endPostgres(directory);
    await vi.waitUntil(async () => (await ask('GET', '/readyz')).status === 503, { timeout: 30_000, interval: 200 });
    expect(program.child.exitCode).toBeNull();
    rmSync(filling);
    await vi.waitUntil(async () => (await ask('GET', '/readyz')).status === 200, { timeout: 120_000, interval: 200 });
    expect(await verdictOf(Number((await submit('flag{again}')).body))).toContain('WrongAnswer');
    const logs = readdirSync(path.join(directory, 'logs'));
    expect(logs).toContain('server.log');
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });
});
