import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDataDir } from './lib/data-dir.mjs';
import { freePort } from './lib/ports.mjs';
import { makeDirectory, runScript } from './testing/program';

const start = async (environment: Record<string, string>) =>
  runScript('start.mjs', { PORT: String(await freePort()), CONTAINER_ENGINE: 'none', ...environment });

describe('npm start', () => {
  it('refuses a port that is taken and leaves nothing behind', async () => {
    const other = createServer();
    onTestFinished(() => void other.close());
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '0.0.0.0', () => {
        const address = other.address();
        if (address && typeof address === 'object') resolve(address.port);
      });
    });
    const place = makeDirectory();
    const { output, ended } = await start({ PORT: String(port), DATA_DIR: path.join(place, 'data') });
    expect(await ended).toBe(1);
    expect(output()).toMatch(new RegExp(`^Port ${port} is taken by another program.*\n$`));
    expect(readdirSync(place)).toEqual([]);
  });

  it('refuses a data directory that cannot be used', async () => {
    const { output, ended } = await start({ DATA_DIR: '/dev/null/data' });
    expect(await ended).toBe(1);
    expect(output()).toMatch(/^The data directory \/dev\/null\/data cannot be used: .*\n$/);
  });

  it('refuses a data directory that another start uses', async () => {
    const directory = makeDirectory();
    const data = openDataDir(directory);
    onTestFinished(data.release);
    const { output, ended } = await start({ DATA_DIR: directory });
    expect(await ended).toBe(1);
    expect(output()).toContain(`Vexil already runs on ${directory}`);
  });

  it('lists every wrong setting before it starts anything', async () => {
    const place = makeDirectory();
    const settings = { PORT: 'eighty', RATE_LIMIT: 'perhaps', SECRET_KEY: 'short', DATA_DIR: path.join(place, 'data') };
    const { output, ended } = await start(settings);
    expect(await ended).toBe(1);
    expect(output()).toContain('Some settings cannot be used:\n  PORT: ');
    expect(output()).toMatch(/^ {2}SECRET_KEY: /m);
    expect(output()).toMatch(/^ {2}RATE_LIMIT: /m);
    expect(readdirSync(place)).toEqual([]);
  });

  it('refuses a database that does not answer, without its password', async () => {
    const port = await freePort();
    const url = `postgres://vexil:hunter2@127.0.0.1:${port}/vexil`;
    const { output, ended } = await start({ DATABASE_URL: url, DATA_DIR: makeDirectory() });
    expect(await ended).toBe(1);
    expect(output()).toContain(`Nothing answers at 127.0.0.1:${port}, where DATABASE_URL points.`);
    expect(output()).not.toContain('hunter2');
  });

  it('serves, stops in order, survives being killed, and continues with its data', async () => {
    const directory = makeDirectory();
    const signIn = (address: string, password: string) =>
      fetch(`${address}/api/account/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userName: 'Admin', password }),
      });
    const serve = async (environment: Record<string, string> = {}) => {
      const program = await start({ DATA_DIR: directory, RATE_LIMIT: 'off', ...environment });
      await program.prints('Vexil runs at ');
      return { ...program, address: /Vexil runs at (\S+)/.exec(program.output())?.[1] ?? '' };
    };

    const first = await serve();
    const password = /with the password (\S+)/.exec(first.output())?.[1] ?? '';
    expect((await signIn(first.address, password)).status).toBe(200);
    expect(await (await fetch(first.address)).text()).toContain('id="root"');
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await expect(fetch(first.address)).rejects.toThrow();
    for (const name of readdirSync(path.join(directory, 'secrets'))) {
      expect(statSync(path.join(directory, 'secrets', name)).mode & 0o077).toBe(0);
    }

    const second = await serve();
    expect(second.output()).not.toContain('password');
    second.child.kill('SIGKILL');
    await second.ended;

    const away = { CONTAINER_ENGINE: 'docker', DOCKER_HOST: 'unix:///nonexistent/docker.sock' };
    const third = await serve(away);
    expect(third.output()).toContain('No Docker engine answers where DOCKER_HOST points');
    expect((await signIn(third.address, password)).status).toBe(200);
    third.child.kill('SIGTERM');
    await third.ended;

    const keyFile = path.join(directory, 'secrets', 'key');
    const key = readFileSync(keyFile, 'utf8');
    rmSync(keyFile);
    const withoutKey = await start({ DATA_DIR: directory });
    expect(await withoutKey.ended).toBe(1);
    expect(withoutKey.output()).toMatch(/^SECRET_KEY: is not the one this database was written with.*$/m);
    expect(existsSync(keyFile)).toBe(false);
    writeFileSync(keyFile, key);
    const fourth = await serve();
    expect((await signIn(fourth.address, password)).status).toBe(200);
  });
});
