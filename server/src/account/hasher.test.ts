import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHasher } from './hasher';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const hasher = createHasher(2);
afterEach(() => hasher.close());

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended stays listed until its parent has read its exit status.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('the hasher', () => {
  it('hashes and verifies', async () => {
    const hash = await hasher.hash('correct horse', cost);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(hash, 'correct horse')).toBe(true);
    expect(await hasher.verify(hash, 'battery staple')).toBe(false);
  });

  it('says what is wrong with a hash that is none, and goes on', async () => {
    await expect(hasher.verify('nonsense', 'x')).rejects.toThrow('could not be hashed');
    expect(await hasher.verify(await hasher.hash('x', cost), 'x')).toBe(true);
  });

  it('starts its process again when it dies, and answers what it was at', async () => {
    const first = await hasher.hash('x', cost);
    const died = hasher.pid() ?? 0;
    const asked = Promise.all(Array.from({ length: 6 }, () => hasher.verify(first, 'x')));
    process.kill(died, 'SIGKILL');
    expect(await asked).toEqual(Array(6).fill(true));
    expect(hasher.pid()).not.toBe(died);
  });

  it('gives up a question whose process dies again, and only that', async () => {
    await hasher.hash('x', cost);
    // Stopped, so that it cannot answer before it dies.
    const first = hasher.pid() ?? 0;
    process.kill(first, 'SIGSTOP');
    // Of a cost that takes minutes: the second process has not answered by the time it dies, however late that is.
    const asked = expect(hasher.hash('x', { ...cost, timeCost: 10_000 })).rejects.toThrow('died twice');
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => {
      expect(hasher.pid()).not.toBe(first);
      expect(hasher.pid()).toBeDefined();
    }, 30_000);
    process.kill(hasher.pid() ?? 0, 'SIGKILL');
    await asked;
    await expect(hasher.hash('y', cost)).resolves.toContain('$argon2id$');
  });

  it('ends its process when it is closed', async () => {
    await hasher.hash('x', cost);
    const pid = hasher.pid() ?? 0;
    hasher.close();
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 30_000 });
  });

  it('lets its process end with a server that is killed, and outlive a signal to the group', async () => {
    const server = fork(new URL('./hasher.process.mjs', import.meta.url), { execArgv: [] });
    const pid = server.pid ?? 0;
    const answered = new Promise((resolve) => server.once('message', resolve));
    server.send({ id: 1, password: 'x', cost });
    await answered;
    server.kill('SIGTERM');
    server.kill('SIGINT');
    const again = new Promise((resolve) => server.once('message', resolve));
    server.send({ id: 2, password: 'x', cost });
    expect(await again).toMatchObject({ id: 2 });
    // What the channel's other side sees when its process is gone.
    server.disconnect();
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 30_000 });
  });

  it.runIf(process.platform === 'linux')(
    'runs all its threads at a lower priority, and knows no secret (needs Linux)',
    async () => {
      await hasher.hash('x', cost);
      const pid = hasher.pid() ?? 0;
      const threads = readdirSync(`/proc/${pid}/task`).map(Number);
      expect(threads.length).toBeGreaterThan(2);
      expect(threads.map((thread) => getPriority(thread))).toEqual(threads.map(() => 10));
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/DATABASE_URL|SECRET_KEY|REDIS_URL/);
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('--import');
    },
  );
});
