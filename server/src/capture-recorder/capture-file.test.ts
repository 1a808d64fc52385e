import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CaptureFile } from './capture-file';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vexil-capture-file-'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true });
});

const openFile = () => {
  const events = { onQueued: vi.fn(), onLost: vi.fn(), onFailed: vi.fn() };
  return { events, file: new CaptureFile(join(directory, 'file'), events) };
};

/** The prototype of the handles of `node:fs/promises`, which it does not export. */
async function handlePrototype() {
  const handle = await open(join(directory, 'other'), 'w');
  await handle.close();
  return Object.getPrototypeOf(handle) as typeof handle;
}

describe('CaptureFile', () => {
  it('writes more blocks in their order than one system call takes', async () => {
    const { file, events } = openFile();
    const blocks = Array.from({ length: 3000 }, () => randomBytes(20));
    for (const block of blocks) file.append(block);
    expect(await file.finish()).toBe(60_000);
    expect(await readFile(file.path)).toEqual(Buffer.concat(blocks));
    expect(file.queuedBytes).toBe(0);
    expect(events.onLost).not.toHaveBeenCalled();
  });

  it('writes the rest when the disk takes a part', async () => {
    const { file } = openFile();
    const blocks = Array.from({ length: 5 }, () => randomBytes(100));
    const prototype = await handlePrototype();
    vi.spyOn(prototype, 'writev').mockImplementationOnce(async function (this: typeof prototype, buffers) {
      const { bytesWritten } = await this.write(Buffer.concat(buffers as Buffer[]), 0, 250);
      return { bytesWritten, buffers };
    });
    for (const block of blocks) file.append(block);
    expect(await file.finish()).toBe(500);
    expect(await readFile(file.path)).toEqual(Buffer.concat(blocks));
  });

  it('ends with its last whole block when the disk is full', async () => {
    const { file, events } = openFile();
    file.append(Buffer.from('whole'), 5);
    await file.flush();
    const prototype = await handlePrototype();
    vi.spyOn(prototype, 'writev').mockImplementationOnce(async function (this: typeof prototype) {
      await this.write(Buffer.from('pa'));
      throw new Error('ENOSPC');
    });
    file.append(Buffer.from('part'), 4);
    await file.flush();
    file.append(Buffer.from('later'), 5);
    expect(await file.finish()).toBe(5);
    expect(await readFile(file.path, 'utf8')).toBe('whole');
    expect([file.isFailed, file.queuedBytes]).toEqual([true, 0]);
    expect(events.onLost.mock.calls).toEqual([[4]]);
    expect(events.onFailed).toHaveBeenCalledTimes(1);
  });
});
