import type { Readable } from 'node:stream';

export interface StoredContent {
  /** Lower-case hex SHA-256. */
  hash: string;
  sizeBytes: number;
}

export interface StoredObject {
  key: string;
  sizeBytes: number;
  updatedAt: Date;
}

/** Both ends inclusive. */
export interface StoredRange {
  start: number;
  end: number;
}

/** Objects of a bucket that are not ours. */
export interface Places {
  /** `s3://<bucket>/<prefix>/`, below which they lie. */
  readonly folder: string;
  /** Reads an object, by its key below the folder, so that its content is stored without a copy; undefined without one. */
  link(key: string): Promise<StoredContent | undefined>;
  /** Of the object with this content that was linked last; undefined also once it has changed. */
  addressOf(hash: string): Promise<string | undefined>;
}

/** Contents by hash, objects by key. Everything streams. */
export interface Storage {
  /** Throws `TooLargeError` or the stream's error and keeps nothing. Storing again refreshes the time. */
  put(content: Readable, sizeBytesMax: number): Promise<StoredContent>;
  size(hash: string): Promise<number | undefined>;
  /** Fails with `NotStoredError`; destroying it ends the transfer. */
  read(hash: string, range?: StoredRange): Readable;
  delete(hash: string): Promise<void>;
  /** null where the settings name none. */
  readonly places: Places | null;
  /** Contents by first two hex digits, in order. */
  listContents(firstTwo: string): AsyncIterable<StoredContent & { updatedAt: Date }>;
  /** Interrupted uploads older than `before`; returns the count. */
  deleteIncoming(before: Date): Promise<number>;

  /** Replaces atomically. Throws `ObjectKeyError`, as all calls with keys. */
  putObject(key: string, content: Readable, sizeBytesMax: number): Promise<{ key: string; sizeBytes: number }>;
  /** Fails with `NotStoredError`. */
  readObject(key: string, range?: StoredRange): Readable;
  statObject(key: string): Promise<StoredObject | undefined>;
  /** Recursive, by key, at most `countMax` (10,000). A folder is `''` or ends with `/`. */
  listObjects(folder: string, options?: { countMax?: number }): Promise<StoredObject[]>;
  listFolders(folder: string): Promise<string[]>;
  deleteObject(key: string): Promise<void>;
  /** Recursive; returns the count. */
  deleteObjects(folder: string): Promise<number>;

  /** Throws when nothing can be stored. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';

  constructor(sizeBytesMax: number, options?: ErrorOptions) {
    super(`The content has more than ${sizeBytesMax} bytes.`, options);
  }
}

export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';

  constructor(options?: ErrorOptions) {
    super('There is no such content.', options);
  }
}

/** A programming error: callers check parts of keys first. */
export class ObjectKeyError extends Error {
  override readonly name = 'ObjectKeyError';

  constructor() {
    super('An object key has segments of A-Z a-z 0-9 . _ - between slashes, and none of them is a dot or two.');
  }
}

export const listedObjectsMax = 10_000;

const segment = String.raw`(?!\.{1,2}(?:/|$))[A-Za-z0-9._-]{1,200}`;
const keyPattern = new RegExp(`^${segment}(?:/${segment}){0,15}$`);
const folderPattern = new RegExp(`^(?:${segment}/){0,15}$`);

/** Strict: no key may leave the directory or prefix. */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new ObjectKeyError();
  return key;
}

/** `''` or a path that ends with a slash. */
export function checkFolder(folder: string): string {
  if (!folderPattern.test(folder)) throw new ObjectKeyError();
  return folder;
}

const hashPattern = /^[0-9a-f]{64}$/;

/** Same on disk and in a bucket; keeps directories small. */
export function contentPath(hash: string): string {
  if (!hashPattern.test(hash)) throw new NotStoredError();
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}

export function hashOfPath(path: string): string | undefined {
  const hash = path.slice(path.lastIndexOf('/') + 1);
  return hashPattern.test(hash) && contentPath(hash) === path ? hash : undefined;
}
