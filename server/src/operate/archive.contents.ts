// Files and captures are kept beside the archives of a place, each once, however many archives need it:
//
//   objects/files/<2 digits>/<name>       content; encrypted where the archive is
//   objects/lists/<archive>.txt           what an archive needs, one name a line
//
// The name is the SHA-256 of a file; for a capture that of its key, size and time. With an identity, which opens encrypted
// content, it is mixed with that, so that it does not say what the content is.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { NotStoredError, type Storage, type StoredObject } from '@vexil/runtime/storage/storage';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { OperateError } from '../operate-error';

const sizeBytesMax = 64 * 1024 ** 3;
/** A backup that runs at the same time may have stored or found what no list names yet. */
const keptMs = 24 * 3_600_000;
/** What no archive needs is used again up to this age, so that a backup has the rest of the day to write its list. */
const reusedMs = keptMs / 2;

export type ContentFolder = Pick<Storage, 'putObject' | 'readObject' | 'statObject' | 'listObjects' | 'deleteObject'>;

const all = { countMax: Number.MAX_SAFE_INTEGER };
const listOf = (archive: string) => `lists/${archive}.txt`;
const keyOf = (name: string) => `files/${name.slice(0, 2)}/${name}`;
const nameOfKey = (key: string) => key.slice(key.lastIndexOf('/') + 1);
const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');

/** For an encrypted archive; stored in it. */
export const makeIdentity = (): Promise<string> => generateX25519Identity();

async function* decrypted(content: Readable, identity: string): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  // The web streams of Node and of the library's types have different declarations.
  const plain = await decrypter.decrypt(Readable.toWeb(content) as never);
  yield* plain as unknown as AsyncIterable<Buffer>;
}

async function* encrypted(content: Readable, identity: string): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const sealed = await encrypter.encrypt(Readable.toWeb(content) as never);
  yield* sealed as unknown as AsyncIterable<Buffer>;
}

async function* present(content: Readable, key: string): AsyncGenerator<Buffer> {
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch (cause) {
    if (!(cause instanceof NotStoredError)) throw cause;
    throw new OperateError(`The backup needs objects/${key}, which is not beside it.`, { cause });
  }
}

const streamOf = (chunks: AsyncGenerator<Buffer>) => Readable.from(chunks, { objectMode: false });

/** An empty one may be what a power cut left. */
const listWhole = async (folder: ContentFolder) =>
  (await folder.listObjects('files/', all)).filter(({ sizeBytes }) => sizeBytes > 0);

async function putList(folder: ContentFolder, archive: string, names: readonly string[]): Promise<void> {
  const lines = Buffer.from(names.map((name) => `${name}\n`).join(''));
  await folder.putObject(listOf(archive), Readable.from([lines], { objectMode: false }), sizeBytesMax);
}

/** False where the archive has no list. */
async function addNeeded(folder: ContentFolder, archive: string, needed: Set<string>): Promise<boolean> {
  try {
    for (const name of (await text(folder.readObject(listOf(archive)))).split('\n')) if (name) needed.add(name);
    return true;
  } catch (error) {
    if (error instanceof NotStoredError) return false;
    throw error;
  }
}

/** Contents of one place under one identity; null leaves them readable. */
export function openContents(folder: ContentFolder, identity: string | null) {
  return {
    identity,
    nameOf: (hash: string): string => (identity === null ? hash : sha256(`${identity}\n${hash}`)),
    nameOfObject: ({ key, sizeBytes, updatedAt }: StoredObject): string =>
      sha256([key, sizeBytes, updatedAt.getTime(), identity ?? ''].join('\n')),
    listNames: async (): Promise<Set<string>> => new Set((await listWhole(folder)).map(({ key }) => nameOfKey(key))),
    /** Those that no other process deletes within half a day. */
    async listReusable(archives: readonly string[], now: Date): Promise<Set<string>> {
      const needed = new Set<string>();
      for (const archive of archives) await addNeeded(folder, archive, needed);
      const isReusable = ({ key, updatedAt }: StoredObject) =>
        needed.has(nameOfKey(key)) || now.getTime() - updatedAt.getTime() < reusedMs;
      return new Set((await listWhole(folder)).filter(isReusable).map(({ key }) => nameOfKey(key)));
    },
    async put(name: string, content: Readable): Promise<void> {
      const stored = identity === null ? content : streamOf(encrypted(content, identity));
      await folder.putObject(keyOf(name), stored, sizeBytesMax);
    },
    /** What an archive needs. */
    writeList: (archive: string, names: readonly string[]): Promise<void> => putList(folder, archive, names),
    /** Fails with an `OperateError` where it is missing. */
    read(name: string): Readable {
      const content = streamOf(present(folder.readObject(keyOf(name)), keyOf(name)));
      return identity === null ? content : streamOf(decrypted(content, identity));
    },
  };
}

export type Contents = ReturnType<typeof openContents>;

/** Has what the archive needs stay for another day, for backups that found it there. */
export async function renewList(folder: ContentFolder, archive: string): Promise<void> {
  const needed = new Set<string>();
  if (await addNeeded(folder, archive, needed)) await putList(folder, archive, [...needed]);
}

/**
 * Deletes what no archive has needed for a day.
 * @param archives those that need what is kept beside them; also fails where one of `listed` has no list
 * @returns how many; throws with nothing deleted
 */
export async function deleteUnneeded(
  folder: ContentFolder,
  { archives, listed }: { archives: readonly string[]; listed: readonly string[] },
  now: Date,
): Promise<number> {
  const needed = new Set<string>();
  for (const archive of archives) {
    if ((await addNeeded(folder, archive, needed)) || !listed.includes(archive)) continue;
    throw new OperateError(`No file was deleted: the list of ${archive}, objects/${listOf(archive)}, is missing.`);
  }
  const isOld = ({ updatedAt }: StoredObject) => now.getTime() - updatedAt.getTime() >= keptMs;
  const own = new Set(archives.map(listOf));
  for (const one of await folder.listObjects('lists/', all)) {
    if (own.has(one.key)) continue;
    if (isOld(one)) await folder.deleteObject(one.key);
    else await addNeeded(folder, nameOfKey(one.key).replace(/\.txt$/, ''), needed);
  }
  let deleted = 0;
  for (const one of await folder.listObjects('files/', all)) {
    if (needed.has(nameOfKey(one.key)) || !isOld(one)) continue;
    await folder.deleteObject(one.key);
    deleted += 1;
  }
  return deleted;
}
