import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runVexil, writeFolder } from './testing/command-line';

const run = promisify(execFile);
const challenge = 'name: Kettle\nvalue: 100\nflags: [steam]\nfiles: [big.bin]\n';

/** Refused before any server is asked: nothing listens there. */
describe('a folder that is refused', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vexil-bad-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const plan = async (path: string) => {
    const ran = await runVexil({ url: 'http://127.0.0.1:9', token: 'x', gameId: 1 }, ['plan', join(folder, path)]);
    expect(ran.code).toBe(1);
    // A crash has a stack.
    expect(ran.errors).not.toMatch(/\n {4}at |node:internal/);
    return ran.errors;
  };
  const zip = (entries: Zippable) => writeFile(join(folder, 'game.zip'), zipSync(entries, { level: 9 }));
  const entry = (path: string) => ({ [path]: strToU8(challenge) });

  it('is an archive that unpacks to far more than it has', async () => {
    await zip({ ...entry('a/challenge.yml'), 'a/big.bin': new Uint8Array(100 * 1024 ** 2) });
    expect(await plan('game.zip')).toContain('game.zip unpacks to more than is read.');
  });

  it('is an archive whose entry is longer than it says', async () => {
    const bytes = Buffer.from(zipSync({ ...entry('a/challenge.yml'), 'a/big.bin': new Uint8Array(50_000_000) }));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(50_000_000);
    for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size, at + 1)) bytes.writeUInt32LE(10, at);
    await writeFile(join(folder, 'game.zip'), bytes);
    expect(await plan('game.zip')).toMatch(/game\.zip is broken: /);
  });

  it('is an archive that is cut, is none, or has a broken entry', async () => {
    const bytes = zipSync({ ...entry('a/challenge.yml'), 'a/big.bin': crypto.getRandomValues(new Uint8Array(1000)) });
    await writeFile(join(folder, 'game.zip'), bytes.subarray(0, bytes.length - 30));
    expect(await plan('game.zip')).toContain('game.zip is no zip archive');
    await writeFile(join(folder, 'game.zip'), 'PK');
    expect(await plan('game.zip')).toContain('game.zip is no zip archive');
    const broken = bytes.slice();
    broken.fill(255, 40, 90);
    await writeFile(join(folder, 'game.zip'), broken);
    expect(await plan('game.zip')).toMatch(/game\.zip is (broken|no zip archive)/);
  });

  it.each([
    [{ '../challenge.yml': strToU8(challenge) }, /invalid relative path|is broken/],
    [{ '/etc/challenge.yml': strToU8(challenge) }, /absolute path|is broken/],
    [{ ...entry('a/challenge.yml'), ...entry('A/challenge.yml') }, /differs from another by case alone/],
    [
      { 'a/link': [strToU8('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }] } as Zippable,
      /is a link or a device/,
    ],
    [{ 'a/device': [strToU8(''), { os: 3, attrs: (0o060644 << 16) >>> 0 }] } as Zippable, /is a link or a device/],
  ])('is an archive with a path or a kind that no folder has: %#', async (entries, said) => {
    await zip(entries);
    expect(await plan('game.zip')).toMatch(said);
  });

  it('has a device, a pipe, or a path that leaves it', async () => {
    await writeFolder(folder, { 'a/challenge.yml': challenge, 'a/big.bin': 'x' });
    await run('mkfifo', [join(folder, 'a/pipe')]);
    expect(await plan('.')).toContain('a/pipe: devices are refused.');
    await rm(join(folder, 'a/pipe'));
    await writeFolder(folder, { 'a/challenge.yml': challenge.replace('big.bin', '../../../etc/passwd') });
    expect(await plan('.')).toContain('a/challenge.yml:4 files.0: The path ../../../etc/passwd leaves the folder');
  });

  it.each([
    [
      `name: Kettle\nvalue: 100\na: &a [${'x, '.repeat(99)}x]\n${'bcdefgh'.replace(/./g, (name) => `${name}: &${name} [${Array(10).fill(`*${String.fromCharCode(name.charCodeAt(0) - 1)}`)}]\n`)}`,
      'YAML aliases expand to more than',
    ],
    [`# ${'x'.repeat(11_000_000)}\nname: Kettle\n`, 'The file is larger than'],
    ['name: Kettle\n\tvalue: 1\n', 'yml:2: YAML is indented with a tab'],
    ['name: !!js/function "function () { process.exit(0) }"\n', 'yml:1: The YAML type'],
    ['name: Kettle\nname: [\n', 'YAML cannot be read'],
    [Buffer.from([0xff, 0xfe, 0x00]), 'The file is not UTF-8 text'],
    ['', 'error'],
  ])('has YAML that is refused: %#', async (text, said) => {
    await writeFolder(folder, { 'a/challenge.yml': text });
    expect(await plan('.')).toContain(said);
  });

  it('has two challenges of one identity', async () => {
    const named = (key: string) => challenge.replace('files: [big.bin]', `vexil: {key: ${key}}`);
    await writeFolder(folder, { 'a/challenge.yml': named('one'), 'b/challenge.yml': named('one') });
    expect(await plan('.')).toContain(
      'b/challenge.yml:4 vexil.key: The challenge key one is also used by a/challenge.yml',
    );
    await writeFolder(folder, { 'b/challenge.yml': named('a'), 'a/challenge.yml': challenge, 'a/big.bin': '' });
    expect(await plan('.')).toContain('The challenge key a is also used by');
  });
});
