import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../testing/program';
import { keepSecret, openDataDir } from './data-dir.mjs';
import { processIdentity } from './process-identity.mjs';

describe('openDataDir', () => {
  it('refuses a directory that is in use, and says by which process', () => {
    const directory = makeDirectory();
    const data = openDataDir(directory);
    expect(() => openDataDir(directory)).toThrow(`already runs on ${directory} (process ${process.pid})`);
    data.release();
    openDataDir(directory).release();
  });

  it.each([
    ['is gone', { pid: 2 ** 31 - 2, identity: 'gone' }],
    ['had a number that another process has now', { pid: process.pid, identity: 'another' }],
  ])('takes the lock of a process that %s', (_case, owner) => {
    const directory = makeDirectory();
    const data = openDataDir(directory);
    writeFileSync(path.join(data.run, 'lock'), JSON.stringify(owner));
    const next = openDataDir(directory);
    expect(() => openDataDir(directory)).toThrow('already runs');
    next.release();
  });

  it('leaves nothing of a directory in which nothing was done', () => {
    const directory = path.join(makeDirectory(), 'data');
    openDataDir(directory).release();
    expect(existsSync(directory)).toBe(false);
  });

  it('keeps what is in it', () => {
    const directory = makeDirectory();
    const data = openDataDir(directory);
    writeFileSync(data.file('kept'), '');
    data.release();
    expect(readdirSync(directory)).toEqual(['kept']);
  });

  it.skipIf(process.platform === 'win32')(
    'closes the directory to other accounts, also where it was open before (needs POSIX)',
    () => {
      const place = makeDirectory();
      const old = path.join(place, 'old');
      mkdirSync(old);
      chmodSync(old, 0o755);
      for (const directory of [old, path.join(place, 'new')]) {
        const data = openDataDir(directory);
        expect(statSync(directory).mode & 0o777).toBe(0o700);
        data.release();
      }
    },
  );

  it.skipIf(process.platform === 'win32')('leaves the mode of a place that is for all (needs POSIX)', () => {
    const directory = makeDirectory();
    chmodSync(directory, 0o1777);
    writeFileSync(path.join(directory, 'kept'), '');
    openDataDir(directory).release();
    expect(statSync(directory).mode & 0o7777).toBe(0o1777);
  });

  it('refuses a place where there can be no directory', () => {
    const file = path.join(makeDirectory(), 'file');
    writeFileSync(file, '');
    for (const place of [file, path.join(file, 'below'), '/proc/none']) {
      expect(() => openDataDir(place)).toThrow(`The data directory ${place} cannot be used`);
    }
  });
});

describe('keepSecret', () => {
  it('gives the same secret again and lets only the owner read it', () => {
    const file = path.join(makeDirectory(), 'secrets', 'key');
    const secret = keepSecret(file);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(keepSecret(file)).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('processIdentity', () => {
  it('is the same for the same process and null for none', () => {
    expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
    expect(processIdentity(process.pid)).not.toBe(processIdentity(process.ppid));
    expect(processIdentity(2 ** 31 - 2)).toBeNull();
  });
});
