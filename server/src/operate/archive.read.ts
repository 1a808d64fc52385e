import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import type { z } from 'zod';
import { OperateError } from '../operate-error';
import { ContentsIndex, contentsName, Manifest, manifestName, Summary, summaryName } from './archive.format';

export interface ArchiveEntry {
  name: string;
  sizeBytes: number;
  /** Must be read to its end before the next entry. */
  content: Readable;
}

export interface ArchiveHandler {
  /** Called first. */
  onManifest(manifest: Manifest): Promise<void>;
  onEntry(entry: ArchiveEntry): Promise<void>;
}

export interface ReadArchive {
  manifest: Manifest;
  summary: Summary;
  /** null where files and captures are in the archive. */
  index: ContentsIndex | null;
}

/** Another backup may be used in its place. */
export class DamagedBackup extends OperateError {}

export class PassphraseRefused extends OperateError {}

const jsonBytesMax = 64 * 1024 * 1024;
const ageHeader = 'age-encryption.org/';

async function decrypt(source: Readable, passphrase: string | null): Promise<Readable> {
  const chunks = source[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let length = 0;
  while (length < ageHeader.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    first.push(value as Buffer);
    length += (value as Buffer).length;
  }
  const whole = Readable.from(
    (async function* () {
      yield* first;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value as Buffer;
    })(),
    { objectMode: false },
  );
  if (Buffer.concat(first).subarray(0, ageHeader.length).toString() !== ageHeader) return whole;
  if (passphrase === null)
    throw new OperateError('The backup is encrypted. Give its passphrase with --passphrase-file.');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(whole) as never)) as unknown as ReadableStream);
  } catch (cause) {
    throw new PassphraseRefused('The backup cannot be opened with this passphrase.', { cause });
  }
}

async function readJson<S extends z.ZodType>(schema: S, { name, sizeBytes, content }: ArchiveEntry) {
  if (sizeBytes > jsonBytesMax) throw new DamagedBackup(`The backup is damaged: ${name} is too large.`);
  const parsed = schema.safeParse(JSON.parse((await buffer(content)).toString('utf8')));
  if (parsed.success) return parsed.data as z.output<S>;
  const [issue] = parsed.error.issues;
  throw new OperateError(`The backup cannot be used: ${name}: ${issue?.path.join('.')} ${issue?.message}.`);
}

/**
 * Reads an archive from its beginning to its end.
 * @throws OperateError for a wrong passphrase, and for an archive that is damaged, incomplete or of a newer format
 */
export async function readArchive(
  source: Readable,
  passphrase: string | null,
  handler: ArchiveHandler,
): Promise<ReadArchive> {
  const plain = await decrypt(source, passphrase);
  const entries = extract();
  let isHandlers = false;
  const handle = async (step: () => Promise<void>) => {
    isHandlers = true;
    await step();
    isHandlers = false;
  };
  const feeding = pipeline(plain, createGunzip(), entries);
  // Awaited below; until then a rejection would end the process.
  feeding.catch(() => undefined);
  const read: { manifest?: Manifest; summary?: Summary; index: ContentsIndex | null } = { index: null };
  const readEntry = async (entry: ArchiveEntry) => {
    if (!read.manifest) {
      if (entry.name !== manifestName) throw new DamagedBackup('This is no backup of Vexil.');
      const manifest = await readJson(Manifest, entry);
      read.manifest = manifest;
      return handle(() => handler.onManifest(manifest));
    }
    if (entry.name === summaryName) read.summary = await readJson(Summary, entry);
    else if (entry.name === contentsName) read.index = await readJson(ContentsIndex, entry);
    else {
      await handle(() => handler.onEntry(entry));
      entry.content.resume();
    }
  };
  try {
    for await (const part of entries) {
      const { name, size: sizeBytes = 0 } = part.header;
      await readEntry({ name, sizeBytes, content: part as unknown as Readable });
    }
    await feeding;
  } catch (cause) {
    throw isHandlers ? cause : toDamage(cause);
  }
  const { manifest, summary, index } = read;
  if (!manifest || !summary || (manifest.contents && !index)) {
    throw new DamagedBackup('The backup is incomplete: its end is missing.');
  }
  return { manifest, summary, index };
}

/** What is wrong with an archive, unless it is said already. */
function toDamage(cause: unknown): OperateError {
  if (cause instanceof OperateError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DamagedBackup(`The backup is damaged or incomplete: ${reason}`, { cause });
}

/** The manifest, read from the beginning of an archive. @throws OperateError */
export async function readManifest(source: Readable, passphrase: string | null): Promise<Manifest> {
  const entries = extract();
  const feeding = pipeline(await decrypt(source, passphrase), createGunzip(), entries);
  // Fails when reading ends early, which is the purpose.
  feeding.catch(() => undefined);
  try {
    for await (const part of entries) {
      if (part.header.name !== manifestName) break;
      const entry = { name: manifestName, sizeBytes: part.header.size ?? 0, content: part as unknown as Readable };
      return await readJson(Manifest, entry);
    }
  } catch (error) {
    throw toDamage(error);
  } finally {
    entries.destroy();
    source.destroy();
  }
  throw new OperateError('This is no backup of Vexil.');
}
