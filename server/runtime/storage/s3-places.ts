// Objects that organisers have put into the bucket beside ours. A pointer to one lies under the SHA-256 of its content,
// so it is read as any other content. The object itself is never copied, changed or deleted.

import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { S3Bucket } from './s3-bucket';
import { contentPath, NotStoredError, type Places, type StoredContent, type StoredRange } from './storage';

interface Pointer extends StoredContent {
  /** Without the prefix. */
  key: string;
  etag: string;
}

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

export class S3Places implements Places {
  readonly folder: string;
  readonly #linking = new Map<string, Promise<StoredContent | undefined>>();

  constructor(
    private readonly bucket: S3Bucket,
    /** Of our pointers. */
    readonly pointers: string,
    private readonly prefix: string,
  ) {
    this.folder = `s3://${bucket.name}/${prefix}`;
  }

  /** Equal requests share one reading. */
  link(key: string): Promise<StoredContent | undefined> {
    const linking = this.#linking.get(key) ?? this.#link(key).finally(() => this.#linking.delete(key));
    this.#linking.set(key, linking);
    return linking;
  }

  /** undefined also once the object has changed. */
  async size(hash: string): Promise<number | undefined> {
    return (await this.#find(hash))?.sizeBytes;
  }

  async addressOf(hash: string): Promise<string | undefined> {
    const pointer = await this.#find(hash);
    return pointer && `${this.folder}${pointer.key}`;
  }

  async *chunks(hash: string, range: StoredRange | undefined, signal: AbortSignal): AsyncGenerator<Buffer> {
    const pointer = await this.#load(this.#pathOf(hash));
    if (!pointer) throw new NotStoredError();
    yield* this.bucket.chunks(`${this.prefix}${pointer.key}`, range, signal, pointer.etag);
  }

  async remove(hash: string): Promise<void> {
    const pointer = await this.#load(this.#pathOf(hash));
    if (!pointer) return;
    await this.bucket.remove(this.#pathOfKey(pointer.key));
    await this.bucket.remove(this.#pathOf(hash));
  }

  readonly #pathOf = (hash: string) => `${this.pointers}${contentPath(hash)}`;
  readonly #pathOfKey = (key: string) => `${this.pointers}keys/${sha256(key)}`;

  async #link(key: string): Promise<StoredContent | undefined> {
    const found = await this.bucket.head(`${this.prefix}${key}`);
    if (!found?.ETag) return undefined;
    const current = { key, etag: found.ETag, sizeBytes: found.ContentLength ?? 0 };
    const known = await this.#load(this.#pathOfKey(key));
    const isKnown = known?.etag === current.etag && known.sizeBytes === current.sizeBytes;
    const hash = isKnown ? known.hash : await this.#hash(current);
    if (hash === undefined) return undefined;
    const pointer = Buffer.from(JSON.stringify({ ...current, hash }));
    await this.bucket.store(this.#pathOf(hash), pointer);
    if (!isKnown) await this.bucket.store(this.#pathOfKey(key), pointer);
    return { hash, sizeBytes: current.sizeBytes };
  }

  /** undefined when the object changed meanwhile. */
  async #hash({ key, etag }: Pick<Pointer, 'key' | 'etag'>): Promise<string | undefined> {
    const digest = createHash('sha256');
    try {
      const chunks = this.bucket.chunks(`${this.prefix}${key}`, undefined, new AbortController().signal, etag);
      for await (const chunk of chunks) digest.update(chunk);
      return digest.digest('hex');
    } catch (error) {
      if (error instanceof NotStoredError) return undefined;
      throw error;
    }
  }

  async #find(hash: string): Promise<Pointer | undefined> {
    const pointer = await this.#load(this.#pathOf(hash));
    return pointer && (await this.#isCurrent(pointer)) ? pointer : undefined;
  }

  async #load(path: string): Promise<Pointer | undefined> {
    try {
      return JSON.parse(await text(this.bucket.chunks(path, undefined, new AbortController().signal))) as Pointer;
    } catch (error) {
      if (error instanceof NotStoredError) return undefined;
      throw error;
    }
  }

  async #isCurrent({ key, etag }: Pointer): Promise<boolean> {
    return (await this.bucket.head(`${this.prefix}${key}`))?.ETag === etag;
  }
}
