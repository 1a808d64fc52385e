// Contents are hashed while they arrive, so their key is known only at the end. What fits into one part is sent to its
// key at once; longer content goes in parts to a temporary key and is then copied by the service. Buffering on the local
// disk was rejected: a server in a container has little of it, and every byte would travel twice in sequence.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createMeasure } from './measure';
import { S3Bucket } from './s3-bucket';
import type { S3Settings } from './settings';
import {
  checkFolder,
  checkKey,
  contentPath,
  hashOfPath,
  listedObjectsMax,
  type Storage,
  type StoredObject,
  type StoredRange,
} from './storage';

/** The smallest size the protocol allows; an upload holds a few parts in memory. */
const partBytes = 5 * 1024 * 1024;
const partsAtOnce = 2;

/** Sends short content to the key of `keyFor`, which is called at its end, and longer content to the temporary key. */
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
    // The library aborts the upload; when that fails too, its error hides the original one.
    throw failure ?? error;
  }
  return temporaryKey;
}

async function move(bucket: S3Bucket, from: string, to: string): Promise<void> {
  try {
    await bucket.copy(from, to);
  } finally {
    // Leftovers are removed by `deleteIncoming`; a failure here does not mean that the content is not stored.
    await bucket.remove(from).catch(() => {});
  }
}

function read(bucket: S3Bucket, key: string, range: StoredRange | undefined): Readable {
  const closed = new AbortController();
  const stream = Readable.from(bucket.chunks(key, range, closed.signal), { objectMode: false });
  return stream.once('close', () => closed.abort());
}

async function* olderThan(before: Date, listed: AsyncIterable<StoredObject>) {
  for await (const one of listed) if (one.updatedAt < before) yield one;
}

/** Storage in a bucket; connects with the first call and again after a failure. */
export function openS3Storage(settings: S3Settings): Storage {
  const { prefix } = settings;
  const bucket = new S3Bucket(settings);
  const contentKey = (hash: string) => `${prefix}${contentPath(hash)}`;
  const objects = `${prefix}objects/`;
  const incoming = `${prefix}incoming/`;
  const keyOf = (key: string) => `${objects}${checkKey(key)}`;
  const prefixOf = (folder: string) => `${objects}${checkFolder(folder)}`;

  async function store(content: Readable, sizeBytesMax: number, objectKey?: string) {
    const measure = createMeasure(sizeBytesMax);
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
    size: async (hash) => (await bucket.head(contentKey(hash)))?.ContentLength,
    read: (hash, range) => read(bucket, contentKey(hash), range),
    delete: async (hash) => bucket.remove(contentKey(hash)),
    async *listContents(firstTwo) {
      for await (const { key, sizeBytes, updatedAt } of bucket.list(`${prefix}${firstTwo}/`)) {
        const hash = hashOfPath(key.slice(prefix.length));
        if (hash) yield { hash, sizeBytes, updatedAt };
      }
    },
    async deleteIncoming(before) {
      const removed = await bucket.removeAll(olderThan(before, bucket.list(incoming)));
      return removed + (await bucket.abortUploads(incoming, before)) + (await bucket.abortUploads(objects, before));
    },
    async putObject(key, content, sizeBytesMax) {
      const { sizeBytes } = await store(content, sizeBytesMax, keyOf(key));
      return { key, sizeBytes };
    },
    readObject: (key, range) => read(bucket, keyOf(key), range),
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
