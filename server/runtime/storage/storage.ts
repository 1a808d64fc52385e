import type { Readable } from 'node:stream';

export interface StoredContent {
  /** Lower-case hex SHA-256 of the content. */
  hash: string;
  sizeBytes: number;
}

export interface StoredObject {
  key: string;
  sizeBytes: number;
  updatedAt: Date;
}

/** Both ends are inclusive, as in a Range header. */
export interface StoredRange {
  start: number;
  end: number;
}

/**
 * Stores contents by hash, which rows of the database refer to, and objects by a key such as `capture/12/34/a.pcap`.
 * Everything streams; content is never in memory as a whole.
 */
export interface Storage {
  /**
   * Reads the stream to its end. Throws `TooLargeError` as soon as it is longer than allowed, and whatever error ends
   * the stream; nothing is kept then. Storing the same again refreshes its time.
   */
  put(content: Readable, sizeBytesMax: number): Promise<StoredContent>;
  /** undefined when there is no such content. */
  size(hash: string): Promise<number | undefined>;
  /** The stream fails with `NotStoredError` when there is no such content; destroying it ends the transfer. */
  read(hash: string, range?: StoredRange): Readable;
  /** Does nothing when there is no such content. */
  delete(hash: string): Promise<void>;
  /** Every content whose hash begins with these two hex digits, in order. */
  listContents(firstTwo: string): AsyncIterable<StoredContent & { updatedAt: Date }>;
  /** Removes interrupted uploads last written before `before`. Returns how many. */
  deleteIncoming(before: Date): Promise<number>;

  /** As `put`, under a key; replaces what is there in one step. Throws `ObjectKeyError` as all calls with keys do. */
  putObject(key: string, content: Readable, sizeBytesMax: number): Promise<{ key: string; sizeBytes: number }>;
  /** The stream fails with `NotStoredError` when there is no such object. */
  readObject(key: string, range?: StoredRange): Readable;
  /** undefined when there is no such object. */
  statObject(key: string): Promise<StoredObject | undefined>;
  /** All objects in the folder and below, by key, at most `countMax` (10,000). A folder is `''` or ends with `/`. */
  listObjects(folder: string, options?: { countMax?: number }): Promise<StoredObject[]>;
  /** Names of the folders directly in the folder, without slashes, in order. */
  listFolders(folder: string): Promise<string[]>;
  /** Does nothing when there is no such object. */
  deleteObject(key: string): Promise<void>;
  /** Deletes all objects in the folder and below. Returns how many. */
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

/** An invalid key. A programming error: parts of a key that come from a caller are checked before. */
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

/** Returns the key; strict, so that no key can leave the directory or the prefix. */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new ObjectKeyError();
  return key;
}

/** As `checkKey`, for `''` or a path that ends with a slash. */
export function checkFolder(folder: string): string {
  if (!folderPattern.test(folder)) throw new ObjectKeyError();
  return folder;
}

const hashPattern = /^[0-9a-f]{64}$/;

/** Path of a content below the root, the same on disk and in a bucket; folders keep directories small. */
export function contentPath(hash: string): string {
  if (!hashPattern.test(hash)) throw new NotStoredError();
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}

/** The hash of a path that `contentPath` made; undefined for any other. */
export function hashOfPath(path: string): string | undefined {
  const hash = path.slice(path.lastIndexOf('/') + 1);
  return hashPattern.test(hash) && contentPath(hash) === path ? hash : undefined;
}
