import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3 } from '../testing/s3';
import { openStorage } from './open-storage';
import { openS3Storage } from './s3-storage';
import type { StorageSettings } from './settings';
import { NotStoredError, ObjectKeyError, type Storage, TooLargeError } from './storage';

const MiB = 1024 * 1024;
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const streamOf = (content: Buffer) => Readable.from(cut(content), { objectMode: false });

function* cut(content: Buffer, length = 65_536) {
  for (let start = 0; start < content.length; start += length) yield content.subarray(start, start + length);
}

/** Gives the content and then fails, as a request whose sender went away does. */
const cutOff = (content: Buffer) =>
  Readable.from(
    (async function* () {
      yield* cut(content);
      throw new Error('The sender went away.');
    })(),
    { objectMode: false },
  );

const inOneHour = () => new Date(Date.now() + 3_600_000);

interface Place {
  settings: StorageSettings;
  close(): Promise<void>;
}

async function openDirectory(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'vexil-storage-'));
  return { settings: { kind: 'file', directory }, close: () => rm(directory, { recursive: true, force: true }) };
}

describe.each([
  ['a directory', openDirectory],
  // The stand-in speaks the protocol over memory; TEST_S3_URL names a service proper to run the same against.
  [process.env.TEST_S3_URL ? 'the S3 service of TEST_S3_URL' : 'a stand-in for an S3 service', startS3],
])('storage in %s', (_, open) => {
  let place: Place;
  let storage: Storage;
  beforeAll(async () => {
    place = await open();
    storage = openStorage(place.settings);
  });
  afterAll(async () => {
    await storage.close();
    await place.close();
  });

  const listAll = async () => {
    const hashes: string[] = [];
    for (let byte = 0; byte < 256; byte += 1) {
      for await (const { hash } of storage.listContents(byte.toString(16).padStart(2, '0'))) hashes.push(hash);
    }
    return hashes;
  };

  it('can be checked', () => expect(storage.check()).resolves.toBeUndefined());

  describe('contents', () => {
    it.each([
      ['an empty one', 0],
      ['a short one', 1000],
      ['exactly one part', 5 * MiB],
      ['a byte more than a part', 5 * MiB + 1],
      ['several parts', 12 * MiB + 345],
    ])('gives back what was stored: %s', async (_title, length) => {
      const content = randomBytes(length);
      expect(await storage.put(streamOf(content), 20 * MiB)).toEqual({ hash: sha256(content), sizeBytes: length });
      expect(await storage.size(sha256(content))).toBe(length);
      expect((await buffer(storage.read(sha256(content)))).equals(content)).toBe(true);
    });

    it('gives a part', async () => {
      const content = randomBytes(6 * MiB);
      const { hash } = await storage.put(streamOf(content), 6 * MiB);
      const part = await buffer(storage.read(hash, { start: 5 * MiB - 3, end: 5 * MiB + 6 }));
      expect(part.equals(content.subarray(5 * MiB - 3, 5 * MiB + 7))).toBe(true);
    });

    it.each([
      ['in its first part', 1 * MiB],
      ['far behind it', 11 * MiB],
    ])('refuses what is longer than allowed %s, and keeps nothing', async (_title, limit) => {
      const before = await listAll();
      const content = streamOf(randomBytes(16 * MiB));
      await expect(storage.put(content, limit)).rejects.toBeInstanceOf(TooLargeError);
      expect(content.destroyed).toBe(true);
      expect(await listAll()).toEqual(before);
      expect(await storage.deleteIncoming(inOneHour())).toBe(0);
    });

    it('takes what is exactly as long as allowed', async () => {
      const content = randomBytes(2000);
      expect(await storage.put(streamOf(content), 2000)).toMatchObject({ sizeBytes: 2000 });
    });

    it.each([
      ['in its first part', 1 * MiB],
      ['far behind it', 11 * MiB],
    ])('keeps nothing of what breaks off %s', async (_title, length) => {
      const before = await listAll();
      await expect(storage.put(cutOff(randomBytes(length)), 20 * MiB)).rejects.toThrow('went away');
      expect(await listAll()).toEqual(before);
      expect(await storage.deleteIncoming(inOneHour())).toBe(0);
    });

    it('fails when its source is destroyed in the middle', async () => {
      const source = new PassThrough();
      source.write(randomBytes(1000));
      const storing = storage.put(source, MiB);
      source.destroy(new Error('The sender went away.'));
      await expect(storing).rejects.toThrow('went away');
    });

    it('stores the same content once, however many send it at once', async () => {
      const content = randomBytes(6 * MiB);
      const stored = await Promise.all(Array.from({ length: 8 }, () => storage.put(streamOf(content), 20 * MiB)));
      expect(new Set(stored.map(({ hash }) => hash))).toEqual(new Set([sha256(content)]));
      expect((await buffer(storage.read(sha256(content)))).equals(content)).toBe(true);
      expect(await storage.deleteIncoming(inOneHour())).toBe(0);
    });

    it('lists them by the begin of their hash, with size and time', async () => {
      const content = randomBytes(100);
      const { hash } = await storage.put(streamOf(content), 100);
      const listed = [];
      for await (const one of storage.listContents(hash.slice(0, 2))) listed.push(one);
      const found = listed.find((one) => one.hash === hash);
      expect(found).toMatchObject({ hash, sizeBytes: 100 });
      expect(Math.abs((found?.updatedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    });

    it('deletes one, and takes it calmly that there is none', async () => {
      const content = randomBytes(100);
      const { hash } = await storage.put(streamOf(content), 100);
      await storage.delete(hash);
      await storage.delete(hash);
      expect(await storage.size(hash)).toBeUndefined();
      await expect(buffer(storage.read(hash))).rejects.toBeInstanceOf(NotStoredError);
    });

    it('ends the transfer when the reader goes away', async () => {
      const content = randomBytes(12 * MiB);
      const { hash } = await storage.put(streamOf(content), 20 * MiB);
      const reading = storage.read(hash);
      await once(reading, 'readable');
      const closed = once(reading, 'close');
      reading.destroy();
      await closed;
      expect((await buffer(storage.read(hash))).length).toBe(content.length);
    });

    it('knows no content by what is no hash', async () => {
      await expect(storage.size('../../etc/passwd')).rejects.toBeInstanceOf(NotStoredError);
    });
  });

  describe('objects', () => {
    const put = (key: string, content: Buffer | string = 'x') =>
      storage.putObject(key, streamOf(Buffer.from(content)), 20 * MiB);
    const keysIn = async (folder: string, options = {}) =>
      (await storage.listObjects(folder, options)).map(({ key }) => key);

    it('gives back what was stored, whole and in part, and replaces it', async () => {
      const content = randomBytes(7 * MiB);
      expect(await put('capture/1/2/a.pcap', content)).toEqual({ key: 'capture/1/2/a.pcap', sizeBytes: 7 * MiB });
      expect((await buffer(storage.readObject('capture/1/2/a.pcap'))).equals(content)).toBe(true);
      await put('capture/1/2/a.pcap', '0123456789');
      expect((await buffer(storage.readObject('capture/1/2/a.pcap', { start: 2, end: 4 }))).toString()).toBe('234');
      const found = await storage.statObject('capture/1/2/a.pcap');
      expect(found).toMatchObject({ key: 'capture/1/2/a.pcap', sizeBytes: 10 });
      expect(Math.abs((found?.updatedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    });

    it('knows nothing of what is not there', async () => {
      expect(await storage.statObject('no/such')).toBeUndefined();
      await expect(buffer(storage.readObject('no/such'))).rejects.toBeInstanceOf(NotStoredError);
      expect(await storage.listObjects('no/')).toEqual([]);
      expect(await storage.listFolders('no/')).toEqual([]);
      await storage.deleteObject('no/such');
      expect(await storage.deleteObjects('no/')).toBe(0);
    });

    it('keeps nothing of what is too long or breaks off', async () => {
      const long = storage.putObject('cut/long', streamOf(randomBytes(9 * MiB)), 6 * MiB);
      await expect(long).rejects.toBeInstanceOf(TooLargeError);
      await expect(storage.putObject('cut/off', cutOff(randomBytes(9 * MiB)), 20 * MiB)).rejects.toThrow('went away');
      expect(await keysIn('cut/')).toEqual([]);
    });

    it('lists a folder by key, all below it, and the folders in it', async () => {
      for (const key of ['list/b/2', 'list/0', 'list/a/1', 'list/a/c/9', 'listed', 'list/z.pcap']) await put(key);
      expect(await keysIn('list/')).toEqual(['list/0', 'list/a/1', 'list/a/c/9', 'list/b/2', 'list/z.pcap']);
      expect(await keysIn('list/a/')).toEqual(['list/a/1', 'list/a/c/9']);
      expect(await keysIn('list/', { countMax: 2 })).toEqual(['list/0', 'list/a/1']);
      expect(await storage.listFolders('list/')).toEqual(['a', 'b']);
      expect(await storage.listFolders('')).toContain('list');
    });

    it('lists and deletes more than one page of them', async () => {
      const keys = Array.from({ length: 1050 }, (_, index) => `many/${String(index).padStart(4, '0')}/x`);
      for (let start = 0; start < keys.length; start += 50) {
        await Promise.all(keys.slice(start, start + 50).map((key) => put(key)));
      }
      expect(await keysIn('many/')).toEqual(keys);
      expect(await storage.listFolders('many/')).toHaveLength(1050);
      expect(await storage.deleteObjects('many/')).toBe(1050);
      expect(await keysIn('many/')).toEqual([]);
      expect(await storage.listFolders('')).not.toContain('many');
    }, 120_000);

    it('deletes one and leaves its neighbours', async () => {
      await put('two/a');
      await put('two/b');
      await storage.deleteObject('two/a');
      expect(await keysIn('two/')).toEqual(['two/b']);
    });

    it('removes and adds in one folder at the same time', async () => {
      await Promise.all(
        Array.from({ length: 30 }, async (_, index) => {
          await put(`busy/deep/${index}`);
          await storage.deleteObject(`busy/deep/${index}`);
        }),
      );
      expect(await keysIn('busy/')).toEqual([]);
    });

    it.each([
      '',
      '/',
      'a/',
      '/a',
      'a//b',
      '.',
      '..',
      'a/../b',
      'a/./b',
      'a\\b',
      'a b',
      'a\0',
      'ä',
      'a\n',
      'a'.repeat(201),
    ])('takes %j for no key', async (key) => {
      await expect(put(key)).rejects.toBeInstanceOf(ObjectKeyError);
      expect(() => storage.readObject(key)).toThrow(ObjectKeyError);
      await expect(storage.deleteObject(key)).rejects.toBeInstanceOf(ObjectKeyError);
    });

    it.each(['/', 'a', '../', 'a/../', 'a//'])('takes %j for no folder', async (folder) => {
      await expect(storage.listObjects(folder)).rejects.toBeInstanceOf(ObjectKeyError);
      await expect(storage.deleteObjects(folder)).rejects.toBeInstanceOf(ObjectKeyError);
    });
  });
});

describe('storage in a directory', () => {
  it('leaves no empty folder and no temporary file', async () => {
    const place = await openDirectory();
    const storage = openStorage(place.settings);
    const { directory } = place.settings as { directory: string };
    await storage.putObject('a/b/c', streamOf(Buffer.from('x')), 10);
    await storage.deleteObject('a/b/c');
    expect(await readdir(join(directory, 'objects'))).toEqual([]);
    expect(await readdir(join(directory, 'incoming'))).toEqual([]);
    await place.close();
  });

  it.runIf(process.getuid?.() === 0)(
    'lets the owner of the directory write where root stored first (needs root)',
    async () => {
      const place = await openDirectory();
      const { directory } = place.settings as { directory: string };
      await chown(directory, 1000, 1000);
      const storage = openStorage(place.settings);
      await storage.putObject('a/b', streamOf(Buffer.from('x')), 10);
      await storage.putObject('a/c/d', streamOf(Buffer.from('x')), 10);
      for (const folder of ['incoming', 'objects', 'objects/a', 'objects/a/c']) {
        const { uid, mode } = await stat(join(directory, folder));
        expect({ uid, mode: mode & 0o777 }).toEqual({ uid: 1000, mode: 0o755 });
      }
      await place.close();
    },
  );

  it('lists in the order of a bucket', async () => {
    const place = await openDirectory();
    const storage = openStorage(place.settings);
    const keys = ['a-b', 'a.b', 'a/1', 'a0', 'b'];
    for (const key of keys.toReversed()) await storage.putObject(key, streamOf(Buffer.from('x')), 10);
    expect((await storage.listObjects('')).map(({ key }) => key)).toEqual(keys);
    await place.close();
  });

  it('forgets what an interrupted upload left', async () => {
    const place = await openDirectory();
    const storage = openStorage(place.settings);
    const source = new PassThrough();
    const storing = storage.put(source, 100);
    source.write('half of');
    await expect.poll(() => storage.deleteIncoming(new Date(0))).toBe(0);
    await expect.poll(() => storage.deleteIncoming(inOneHour())).toBe(1);
    source.destroy(new Error('gone'));
    await expect(storing).rejects.toThrow('gone');
    await place.close();
  });
});

describe('storage in a bucket', () => {
  it('is reached again after the service was away', async () => {
    const s3 = await startS3();
    const away = openS3Storage({ ...s3.settings, endpoint: 'http://127.0.0.1:1' });
    await expect(away.check()).rejects.toThrow();
    await expect(away.put(streamOf(Buffer.from('x')), 10)).rejects.toThrow();
    await away.close();
    await s3.close();
  });

  it('reveals no key when the service refuses it', async () => {
    const s3 = await startS3();
    const credentials = { accessKeyId: 'hunter1', secretAccessKey: 'hunter2' };
    const storage = openS3Storage({ ...s3.settings, credentials });
    const error: unknown = await storage.check().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(Error);
    expect(String((error as Error).stack)).not.toContain('hunter');
    await storage.close();
    await s3.close();
  });

  describe('objects of others', () => {
    const bytesOf = async (storage: Storage, hash: string, range?: { start: number; end: number }) =>
      (await buffer(storage.read(hash, range))).toString();
    let s3: Awaited<ReturnType<typeof startS3>>;
    let storage: Storage;
    let others: Storage;
    const linked = async (key: string) => {
      const found = await storage.places?.link(key);
      if (!found) throw new Error(`no object ${key}`);
      return found;
    };
    beforeAll(async () => {
      s3 = await startS3();
      storage = openS3Storage({ ...s3.settings, challengePrefix: 'theirs/objects/' });
      // Its objects lie in the folder that the other one takes for that of challenges.
      others = openS3Storage({ ...s3.settings, prefix: 'theirs/' });
    });
    afterAll(async () => {
      await Promise.all([storage.close(), others.close()]);
      await s3.close();
    });
    const place = (key: string, content: string) => others.putObject(key, streamOf(Buffer.from(content)), 20 * MiB);

    it('are read as contents, and neither copied nor deleted', async () => {
      await place('7/task.bin', 'content');
      expect(storage.places?.folder).toBe(`s3://${s3.settings.bucket}/theirs/objects/`);
      const { hash, sizeBytes } = await linked('7/task.bin');
      expect([hash, sizeBytes, await storage.size(hash)]).toEqual([sha256(Buffer.from('content')), 7, 7]);
      expect(await bytesOf(storage, hash)).toBe('content');
      expect(await bytesOf(storage, hash, { start: 2, end: 3 })).toBe('nt');
      expect(await openS3Storage(s3.settings).size(hash)).toBeUndefined();
      const listed: string[] = [];
      for await (const one of storage.listContents(hash.slice(0, 2))) listed.push(one.hash);
      expect(listed).toEqual([hash]);
      await storage.delete(hash);
      expect(await storage.size(hash)).toBeUndefined();
      await expect(bytesOf(storage, hash)).rejects.toBeInstanceOf(NotStoredError);
      expect(await others.statObject('7/task.bin')).toMatchObject({ sizeBytes: 7 });
    });

    it('are another content once they have changed, and none once they are gone', async () => {
      await place('7/changing', 'one');
      const one = await linked('7/changing');
      expect(await linked('7/changing')).toEqual(one);
      await place('7/changing', 'two');
      expect(await storage.size(one.hash)).toBeUndefined();
      await expect(bytesOf(storage, one.hash)).rejects.toBeInstanceOf(NotStoredError);
      const two = await linked('7/changing');
      expect(await bytesOf(storage, two.hash)).toBe('two');
      await others.deleteObject('7/changing');
      expect(await storage.size(two.hash)).toBeUndefined();
      await expect(bytesOf(storage, two.hash)).rejects.toBeInstanceOf(NotStoredError);
      expect(await storage.places?.link('7/changing')).toBeUndefined();
    });

    it('are contents of their own where the same bytes are stored', async () => {
      await place('7/same', 'the same');
      const { hash } = await linked('7/same');
      await storage.put(streamOf(Buffer.from('the same')), 100);
      await others.deleteObject('7/same');
      expect(await bytesOf(storage, hash)).toBe('the same');
    });

    it('are read once for fifty equal requests at once', async () => {
      await place('7/large', 'x'.repeat(3 * MiB));
      const found = await Promise.all(Array.from({ length: 50 }, () => linked('7/large')));
      expect(new Set(found)).toEqual(new Set([found[0]]));
    });
  });

  it('aborts an upload of several parts that fails', async () => {
    const s3 = await startS3();
    const storage = openS3Storage(s3.settings);
    await expect(storage.put(cutOff(randomBytes(11 * MiB)), 20 * MiB)).rejects.toThrow('went away');
    expect(await storage.deleteIncoming(inOneHour())).toBe(0);
    await storage.close();
    await s3.close();
  });
});
