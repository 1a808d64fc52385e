import type { Readable } from 'node:stream';
import { connectS3, hasChanged, isNotFound, isNotImplemented, type S3Connection } from './s3-client';
import type { S3Settings } from './settings';
import { NotStoredError, type StoredObject, type StoredRange } from './storage';

const deletionsAtOnce = 8;

/** Connects with the first call, again after a failure. */
export class S3Bucket {
  readonly name: string;
  private connecting: Promise<S3Connection> | undefined;

  constructor(private readonly settings: S3Settings) {
    this.name = settings.bucket;
  }

  connect(): Promise<S3Connection> {
    this.connecting ??= connectS3(this.settings).catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }

  async copy(from: string, Key: string): Promise<void> {
    const { client, sdk } = await this.connect();
    const CopySource = encodeURI(`${this.name}/${from}`);
    await client.send(new sdk.CopyObjectCommand({ Bucket: this.name, Key, CopySource }));
  }

  async store(Key: string, Body: Buffer): Promise<void> {
    const { client, sdk } = await this.connect();
    await client.send(new sdk.PutObjectCommand({ Bucket: this.name, Key, Body }));
  }

  async head(Key: string) {
    const { client, sdk } = await this.connect();
    try {
      return await client.send(new sdk.HeadObjectCommand({ Bucket: this.name, Key }));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** With a tag only of the object that has it. */
  async *chunks(
    Key: string,
    range: StoredRange | undefined,
    abortSignal: AbortSignal,
    IfMatch?: string,
  ): AsyncGenerator<Buffer> {
    const { client, sdk } = await this.connect();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new sdk.GetObjectCommand({ Bucket: this.name, Key, ...(Range ? { Range } : {}), IfMatch });
    const found = await client.send(command, { abortSignal }).catch((cause: unknown) => {
      throw isNotFound(cause) || hasChanged(cause) ? new NotStoredError({ cause }) : cause;
    });
    yield* found.Body as Readable as AsyncIterable<Buffer>;
  }

  async *list(Prefix: string): AsyncGenerator<StoredObject> {
    const { client, sdk } = await this.connect();
    for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket: this.name, Prefix })) {
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key, sizeBytes: Size ?? 0, updatedAt: LastModified ?? new Date() };
      }
    }
  }

  async listFolders(Prefix: string): Promise<string[]> {
    const { client, sdk } = await this.connect();
    const names: string[] = [];
    for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket: this.name, Prefix, Delimiter: '/' })) {
      for (const one of page.CommonPrefixes ?? []) names.push((one.Prefix ?? '').slice(Prefix.length, -1));
    }
    return names.filter((name) => name !== '').sort();
  }

  async remove(Key: string): Promise<void> {
    const { client, sdk } = await this.connect();
    await client.send(new sdk.DeleteObjectCommand({ Bucket: this.name, Key }));
  }

  /** One by one: some services lack the bulk call. Returns the count. */
  async removeAll(listed: AsyncIterable<{ key: string }>): Promise<number> {
    const keys: string[] = [];
    for await (const { key } of listed) keys.push(key);
    for (let start = 0; start < keys.length; start += deletionsAtOnce) {
      await Promise.all(keys.slice(start, start + deletionsAtOnce).map((key) => this.remove(key)));
    }
    return keys.length;
  }

  /** Returns the count. */
  async abortUploads(Prefix: string, before: Date): Promise<number> {
    const { client, sdk } = await this.connect();
    let count = 0;
    try {
      const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket: this.name, Prefix }));
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Key === undefined || !Initiated || Initiated >= before) continue;
        await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: this.name, Key, UploadId }));
        count += 1;
      }
    } catch (error) {
      // Services without this call expire uploads themselves.
      if (!isNotImplemented(error)) throw error;
    }
    return count;
  }

  async check(): Promise<void> {
    const { client, sdk } = await this.connect();
    await client.send(new sdk.HeadBucketCommand({ Bucket: this.name }));
  }

  async close(): Promise<void> {
    const connection = await this.connecting?.catch(() => undefined);
    connection?.client.destroy();
  }
}
