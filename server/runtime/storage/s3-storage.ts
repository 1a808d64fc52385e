// Contents are hashed while they arrive, so their key is known only at the end. What fits into one part is sent to its
// key at once; what is longer goes part by part to a temporary key and is then copied by the service itself. Keeping
// it on the local disk until the end was refused: a server in a container has little of that, and every byte would
// travel twice, one after the other.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createMeasure } from './measure';
import { connectS3, isNotFound, isNotImplemented, type S3Connection } from './s3-client';
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

/** The smallest the protocol allows; an upload holds a few of them in memory. */
const partBytes = 5 * 1024 * 1024;
const partsAtOnce = 2;
const deletionsAtOnce = 8;

/** Storage in a bucket; connects at the first call, and again after a failure. */
export function openS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket, prefix } = settings;
  let connecting: Promise<S3Connection> | undefined;

  function connect(): Promise<S3Connection> {
    connecting ??= connectS3(settings).catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  }

  const contentKey = (hash: string) => `${prefix}${contentPath(hash)}`;
  const objects = `${prefix}objects/`;
  const incoming = `${prefix}incoming/`;

  async function upload(chunks: AsyncGenerator<Buffer>, temporaryKey: string, keyFor: () => string): Promise<string> {
    const { client, sdk } = await connect();
    const head: Buffer[] = [];
    for (let sizeBytes = 0; sizeBytes <= partBytes; ) {
      const next = await chunks.next();
      if (next.done) {
        const Key = keyFor();
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: Buffer.concat(head) }));
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
    const params = { Bucket, Key: temporaryKey, Body: Readable.from(whole(), { objectMode: false }) };
    try {
      await new sdk.Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
    } catch (error) {
      // The library has aborted the upload, so that no part is left; where that failed too, its error hides ours.
      throw failure ?? error;
    }
    return temporaryKey;
  }

  async function store(content: Readable, sizeBytesMax: number, objectKey?: string) {
    const measure = createMeasure(sizeBytesMax);
    let hash = '';
    const keyFor = () => {
      hash = measure.hash();
      return objectKey ?? contentKey(hash);
    };
    const chunks = measure.through(content);
    const temporaryKey = objectKey ?? `${incoming}${randomUUID()}`;
    try {
      const key = await upload(chunks, temporaryKey, keyFor);
      if (key === temporaryKey && objectKey === undefined) await moveToContent(temporaryKey, keyFor());
    } catch (error) {
      content.destroy();
      throw error;
    }
    return { hash, sizeBytes: measure.sizeBytes() };
  }

  async function moveToContent(temporaryKey: string, Key: string): Promise<void> {
    const { client, sdk } = await connect();
    try {
      await client.send(new sdk.CopyObjectCommand({ Bucket, Key, CopySource: encodeURI(`${Bucket}/${temporaryKey}`) }));
    } finally {
      // What stays behind is found by `deleteIncoming`; it says nothing about whether the content is stored.
      await remove(temporaryKey).catch(() => {});
    }
  }

  async function head(Key: string) {
    const { client, sdk } = await connect();
    try {
      return await client.send(new sdk.HeadObjectCommand({ Bucket, Key }));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async function* chunksOf(Key: string, range: StoredRange | undefined, signal: AbortSignal): AsyncGenerator<Buffer> {
    const { client, sdk } = await connect();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new sdk.GetObjectCommand({ Bucket, Key, ...(Range ? { Range } : {}) });
    const found = await client.send(command, { abortSignal: signal }).catch((cause: unknown) => {
      throw isNotFound(cause) ? new NotStoredError({ cause }) : cause;
    });
    yield* found.Body as Readable as AsyncIterable<Buffer>;
  }

  function read(key: string, range: StoredRange | undefined): Readable {
    const stopping = new AbortController();
    const stream = Readable.from(chunksOf(key, range, stopping.signal), { objectMode: false });
    return stream.once('close', () => stopping.abort());
  }

  async function remove(Key: string): Promise<void> {
    const { client, sdk } = await connect();
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
  }

  /** One call each: not every service knows how to delete many at once. */
  async function removeAll(listed: AsyncIterable<{ key: string }>): Promise<number> {
    const keys: string[] = [];
    for await (const { key } of listed) keys.push(key);
    for (let start = 0; start < keys.length; start += deletionsAtOnce) {
      await Promise.all(keys.slice(start, start + deletionsAtOnce).map(remove));
    }
    return keys.length;
  }

  async function* list(Prefix: string): AsyncGenerator<StoredObject> {
    const { client, sdk } = await connect();
    for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix })) {
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key, sizeBytes: Size ?? 0, updatedAt: LastModified ?? new Date() };
      }
    }
  }

  async function* listBefore(before: Date) {
    for await (const one of list(incoming)) if (one.updatedAt < before) yield one;
  }

  async function abortUploads(Prefix: string, before: Date): Promise<number> {
    const { client, sdk } = await connect();
    let count = 0;
    try {
      const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix }));
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Key === undefined || !Initiated || Initiated >= before) continue;
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        count += 1;
      }
    } catch (error) {
      // Services without this call forget unfinished uploads by themselves.
      if (!isNotImplemented(error)) throw error;
    }
    return count;
  }

  return {
    put: (content, sizeBytesMax) => store(content, sizeBytesMax),
    size: async (hash) => (await head(contentKey(hash)))?.ContentLength,
    read: (hash, range) => read(contentKey(hash), range),
    delete: async (hash) => remove(contentKey(hash)),
    async *listContents(firstTwo) {
      for await (const { key, ...rest } of list(`${prefix}${firstTwo}/`)) {
        const hash = hashOfPath(key.slice(prefix.length));
        if (hash) yield { hash, sizeBytes: rest.sizeBytes, updatedAt: rest.updatedAt };
      }
    },
    async deleteIncoming(before) {
      const removed = await removeAll(listBefore(before));
      return removed + (await abortUploads(incoming, before)) + (await abortUploads(objects, before));
    },
    async putObject(key, content, sizeBytesMax) {
      const { sizeBytes } = await store(content, sizeBytesMax, `${objects}${checkKey(key)}`);
      return { key, sizeBytes };
    },
    readObject: (key, range) => read(`${objects}${checkKey(key)}`, range),
    async statObject(key) {
      const found = await head(`${objects}${checkKey(key)}`);
      return found && { key, sizeBytes: found.ContentLength ?? 0, updatedAt: found.LastModified ?? new Date() };
    },
    async listObjects(folder, { countMax = listedObjectsMax } = {}) {
      const listed: StoredObject[] = [];
      for await (const one of list(`${objects}${checkFolder(folder)}`)) {
        if (listed.length >= countMax) break;
        listed.push({ ...one, key: one.key.slice(objects.length) });
      }
      return listed;
    },
    async listFolders(folder) {
      const { client, sdk } = await connect();
      const Prefix = `${objects}${checkFolder(folder)}`;
      const names: string[] = [];
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: '/' })) {
        for (const one of page.CommonPrefixes ?? []) names.push((one.Prefix ?? '').slice(Prefix.length, -1));
      }
      return names.filter((name) => name !== '').sort();
    },
    deleteObject: async (key) => remove(`${objects}${checkKey(key)}`),
    deleteObjects: async (folder) => removeAll(list(`${objects}${checkFolder(folder)}`)),
    async check() {
      const { client, sdk } = await connect();
      await client.send(new sdk.HeadBucketCommand({ Bucket }));
    },
    async close() {
      const connection = await connecting?.catch(() => undefined);
      connection?.client.destroy();
    },
  };
}
