// The key, a hash, is known only at the end: one part is sent directly, longer content goes to a temporary key and is
// copied. Local disk would be scarce and double the transfer.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createMeasure } from './measure';
import { S3Bucket } from './s3-bucket';
import { S3Places } from './s3-places';
import type { S3Settings } from './settings';
import {
  checkFolder,
  checkKey,
  contentPath,
  hashOfPath,
  listedObjectsMax,
  NotStoredError,
  type Storage,
  type StoredObject,
  type StoredRange,
} from './storage';

/** Protocol minimum; a few parts are in memory. */
const partBytes = 5 * 1024 * 1024;
const partsAtOnce = 2;

/** Long content goes to the temporary key. */
async function upload(
  bucket: S3Bucket,
  chunks: AsyncGenerator<Buffer>,
  temporaryKey: string,
  keyFor: () => string,
): Promise<string> {
  const { client, sdk } = await bucket.connect();
  const head: Buffer[] = [];
  for (let sizeBytes = 0; sizeBytes <= partBytes; ) {
    const next = await chunks.next();
    if (next.done) {
      const Key = keyFor();
      await client.send(new sdk.PutObjectCommand({ Bucket: bucket.name, Key, Body: Buffer.concat(head) }));
      return Key;
    }
    head.push(next.value);
    sizeBytes += next.value.length;
  }
  let failure: unknown;
  async function* whole() {
    try {
      yield* head.splice(0);
      yield* chunks;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const params = { Bucket: bucket.name, Key: temporaryKey, Body: Readable.from(whole(), { objectMode: false }) };
  try {
    await new sdk.Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
  } catch (error) {
    // The library aborts the upload; its own failure would hide the original.
    throw failure ?? error;
  }
  return temporaryKey;
}

async function move(bucket: S3Bucket, from: string, to: string): Promise<void> {
  try {
    await bucket.copy(from, to);
  } finally {
    // `deleteIncoming` removes leftovers.
    await bucket.remove(from).catch(() => {});
  }
}

function read(chunks: (signal: AbortSignal) => AsyncGenerator<Buffer>): Readable {
  const closed = new AbortController();
  const stream = Readable.from(chunks(closed.signal), { objectMode: false });
  return stream.once('close', () => closed.abort());
}

async function* olderThan(before: Date, listed: AsyncIterable<StoredObject>) {
  for await (const one of listed) if (one.updatedAt < before) yield one;
}

export function openS3Storage(settings: S3Settings): Storage {
  const { prefix } = settings;
  const bucket = new S3Bucket(settings);
  const contentKey = (hash: string) => `${prefix}${contentPath(hash)}`;
  const objects = `${prefix}objects/`;
  const incoming = `${prefix}incoming/`;
  const { challengePrefix } = settings;
  const places = challengePrefix ? new S3Places(bucket, `${prefix}places/`, challengePrefix) : null;
  const keyOf = (key: string) => `${objects}${checkKey(key)}`;
  const prefixOf = (folder: string) => `${objects}${checkFolder(folder)}`;

  async function* contentChunks(hash: string, range: StoredRange | undefined, signal: AbortSignal) {
    try {
      yield* bucket.chunks(contentKey(hash), range, signal);
    } catch (error) {
      if (!places || !(error instanceof NotStoredError)) throw error;
      yield* places.chunks(hash, range, signal);
    }
  }

  async function* listBelow(folder: string) {
    for await (const { key, sizeBytes, updatedAt } of bucket.list(folder)) {
      const hash = hashOfPath(key.slice(folder.length - 3));
      if (hash) yield { hash, sizeBytes, updatedAt };
    }
  }

  async function store(content: Readable, sizeBytesMax: number, objectKey?: string) {
    const measure = createMeasure(sizeBytesMax, { isHashed: objectKey === undefined });
    let hash = '';
    const keyFor = () => {
      hash = measure.hash();
      return objectKey ?? contentKey(hash);
    };
    const temporaryKey = objectKey ?? `${incoming}${randomUUID()}`;
    try {
      const key = await upload(bucket, measure.through(content), temporaryKey, keyFor);
      if (key === temporaryKey && objectKey === undefined) await move(bucket, temporaryKey, keyFor());
    } catch (error) {
      content.destroy();
      throw error;
    }
    return { hash, sizeBytes: measure.sizeBytes() };
  }

  return {
    put: (content, sizeBytesMax) => store(content, sizeBytesMax),
    places,
    size: async (hash) => (await bucket.head(contentKey(hash)))?.ContentLength ?? places?.size(hash),
    read: (hash, range) => read((signal) => contentChunks(hash, range, signal)),
    async delete(hash) {
      await bucket.remove(contentKey(hash));
      await places?.remove(hash);
    },
    async *listContents(firstTwo) {
      yield* listBelow(`${prefix}${firstTwo}/`);
      if (places) yield* listBelow(`${places.pointers}${firstTwo}/`);
    },
    async deleteIncoming(before) {
      const removed = await bucket.removeAll(olderThan(before, bucket.list(incoming)));
      return removed + (await bucket.abortUploads(incoming, before)) + (await bucket.abortUploads(objects, before));
    },
    async putObject(key, content, sizeBytesMax) {
      const { sizeBytes } = await store(content, sizeBytesMax, keyOf(key));
      return { key, sizeBytes };
    },
    readObject(key, range) {
      const path = keyOf(key);
      return read((signal) => bucket.chunks(path, range, signal));
    },
    async statObject(key) {
      const found = await bucket.head(keyOf(key));
      return found && { key, sizeBytes: found.ContentLength ?? 0, updatedAt: found.LastModified ?? new Date() };
    },
    async listObjects(folder, { countMax = listedObjectsMax } = {}) {
      const listed: StoredObject[] = [];
      for await (const one of bucket.list(prefixOf(folder))) {
        if (listed.length >= countMax) break;
        listed.push({ ...one, key: one.key.slice(objects.length) });
      }
      return listed;
    },
    listFolders: async (folder) => bucket.listFolders(prefixOf(folder)),
    deleteObject: async (key) => bucket.remove(keyOf(key)),
    deleteObjects: async (folder) => bucket.removeAll(bucket.list(prefixOf(folder))),
    check: () => bucket.check(),
    close: () => bucket.close(),
  };
}
