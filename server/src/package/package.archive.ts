import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import { packageLimits } from '@vexil/contract/package.limits';
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';

/** A checked zip archive: every entry is a plain file at a safe path, appears once, and is within the limits. */
export interface Archive {
  paths: string[];
  /** Of all entries together. */
  bytesMax: number;
  hasFolder(name: string): boolean;
  /** At most `packageLimits.jsonBytesMax`. Throws `package.fileMissing`, `package.damaged` or `unpacksTooLarge`. */
  readText(path: string): Promise<Buffer>;
  sizeBytes(path: string): number;
  /** Fails with `package.damaged` at its end when the content has another checksum. */
  read(path: string): AsyncIterable<Buffer>;
  /** Fails with `package.hashWrong` at its end when the content has another SHA-256. */
  readChecked(path: string, hash: string): Readable;
  close(): void;
}

const field = 'file';
const refuse = (code: ErrorCode, file: string, cause?: unknown) =>
  new DomainError(code, { field, params: { file: file.slice(0, 200) }, cause });

const damaged = (file: string, cause: unknown) => refuse('package.damaged', file, cause);

const fileTypeMask = 0o170000;
const plainFileTypes = new Set([0, 0o100000, 0o040000]);

/** Refuses links and devices: other programs that unpack the archive would follow them. */
const isPlain = (entry: Entry) => plainFileTypes.has((entry.externalFileAttributes >>> 16) & fileTypeMask);

function readName(entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check is about them.
  const isUnsafe = name === '' || validateFileName(name) !== null || /[\\\u0000-\u001f\u007f]/.test(name);
  if (isUnsafe || !isPlain(entry)) throw refuse('package.entryUnsafe', name.replace(/[^\x20-\x7e]/g, '?'));
  return name;
}

interface Sizes {
  archiveBytes: number;
  bytesMax: number;
}

async function listEntries(zip: ZipFile, { archiveBytes, bytesMax }: Sizes): Promise<Map<string, Entry>> {
  const { entriesMax, unpackedFactor, ratioMax, ratioFreeBytes } = packageLimits;
  if (zip.entryCount > entriesMax) {
    throw new DomainError('package.entriesTooMany', { field, params: { limit: entriesMax } });
  }
  // Ratio to the archive's real size: entries may share compressed bytes, so the sizes they declare prove nothing.
  const totalMax = Math.min(unpackedFactor * bytesMax, ratioFreeBytes + ratioMax * archiveBytes);
  const entries = new Map<string, Entry>();
  let totalBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const name = readName(entry);
    if (entries.has(name)) throw refuse('package.entryTwice', name);
    if (entry.isEncrypted()) throw refuse('package.entryEncrypted', name);
    if (!entry.canDecodeFileData()) throw damaged(name, new Error('unknown compression'));
    totalBytes += entry.uncompressedSize;
    if (totalBytes > totalMax) throw refuse('package.unpacksTooLarge', name);
    entries.set(name, entry);
  }
  return entries;
}

/** yauzl fails when the size differs from the declared one, so nothing unpacks to more than was counted. */
async function* readEntry(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Buffer> {
  try {
    yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw damaged(name, cause);
  }
}

async function* checkHash(chunks: AsyncIterable<Buffer>, path: string, expected: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== expected) throw refuse('package.hashWrong', path);
}

async function* checkSum(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const chunk of readEntry(zip, entry, name)) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== entry.crc32) throw damaged(name, new Error('wrong checksum'));
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, decodeStrings: false });
  } catch (cause) {
    throw new DomainError('package.notZip', { field, cause });
  }
}

async function readEntries(zip: ZipFile, sizes: Sizes): Promise<Map<string, Entry>> {
  try {
    return await listEntries(zip, sizes);
  } catch (error) {
    zip.close();
    throw error instanceof DomainError ? error : new DomainError('package.notZip', { field, cause: error });
  }
}

/** @param bytesMax of the archive itself */
export async function openArchive(path: string, bytesMax: number): Promise<Archive> {
  const { size } = await stat(path);
  const zip = await openZip(path);
  const entries = await readEntries(zip, { archiveBytes: size, bytesMax });
  const names = [...entries.keys()];
  const find = (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw refuse('package.fileMissing', name);
    return entry;
  };
  return {
    bytesMax: packageLimits.unpackedFactor * bytesMax,
    paths: names.filter((name) => !name.endsWith('/')),
    hasFolder: (folder) => names.some((name) => name.startsWith(`${folder}/`)),
    async readText(name) {
      const entry = find(name);
      if (entry.uncompressedSize > packageLimits.jsonBytesMax) throw refuse('package.unpacksTooLarge', name);
      const chunks: Buffer[] = [];
      for await (const chunk of checkSum(zip, entry, name)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    sizeBytes: (name) => find(name).uncompressedSize,
    read: (name) => checkSum(zip, find(name), name),
    readChecked: (name, hash) =>
      Readable.from(checkHash(readEntry(zip, find(name), name), name, hash), { objectMode: false }),
    close: () => zip.close(),
  };
}
