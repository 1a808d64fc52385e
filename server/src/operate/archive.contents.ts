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
/** A backup that runs at the same time may have stored what no archive names yet. */
const keptMs = 24 * 3_600_000;

export type ContentFolder = Pick<Storage, 'putObject' | 'readObject' | 'statObject' | 'listObjects' | 'deleteObject'>;

const all = { countMax: Number.MAX_SAFE_INTEGER };
const listOf = (archive: string) => `lists/${archive}.txt`;
const keyOf = (name: string) => `files/${name.slice(0, 2)}/${name}`;
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

/** Contents of one place under one identity; null leaves them readable. */
export function openContents(folder: ContentFolder, identity: string | null) {
  return {
    identity,
    nameOf: (hash: string): string => (identity === null ? hash : sha256(`${identity}\n${hash}`)),
    nameOfObject: ({ key, sizeBytes, updatedAt }: StoredObject): string =>
      sha256([key, sizeBytes, updatedAt.getTime(), identity ?? ''].join('\n')),
    async listNames(): Promise<Set<string>> {
      const listed = await folder.listObjects('files/', all);
      // An empty one may be what a power cut left.
      const whole = listed.filter(({ sizeBytes }) => sizeBytes > 0);
      return new Set(whole.map(({ key }) => key.slice(key.lastIndexOf('/') + 1)));
    },
    async put(name: string, content: Readable): Promise<void> {
      const stored = identity === null ? content : streamOf(encrypted(content, identity));
      await folder.putObject(keyOf(name), stored, sizeBytesMax);
    },
    /** What an archive needs. */
    async writeList(archive: string, names: readonly string[]): Promise<void> {
      const lines = Buffer.from(names.map((name) => `${name}\n`).join(''));
      await folder.putObject(listOf(archive), Readable.from([lines], { objectMode: false }), sizeBytesMax);
    },
    /** Fails with an `OperateError` where it is missing. */
    read(name: string): Readable {
      const content = streamOf(present(folder.readObject(keyOf(name)), keyOf(name)));
      return identity === null ? content : streamOf(decrypted(content, identity));
    },
  };
}

export type Contents = ReturnType<typeof openContents>;

export const deleteList = (folder: ContentFolder, archive: string): Promise<void> =>
  folder.deleteObject(listOf(archive));

/**
 * Deletes what none of the archives needs, a day after it was stored.
 * @param archives those that need what is kept beside them
 * @returns how many; throws where an archive has no list, with nothing deleted
 */
export async function deleteUnneeded(folder: ContentFolder, archives: readonly string[], now: Date): Promise<number> {
  const needed = new Set<string>();
  for (const archive of archives) {
    if (!(await folder.statObject(listOf(archive)))) {
      throw new OperateError(`No file was deleted: the list of ${archive}, objects/${listOf(archive)}, is missing.`);
    }
    for (const name of (await text(folder.readObject(listOf(archive)))).split('\n')) needed.add(name);
  }
  const isOld = ({ updatedAt }: StoredObject) => now.getTime() - updatedAt.getTime() >= keptMs;
  const lists = new Set(archives.map(listOf));
  for (const one of await folder.listObjects('lists/', all)) {
    if (!lists.has(one.key) && isOld(one)) await folder.deleteObject(one.key);
  }
  let deleted = 0;
  for (const one of await folder.listObjects('files/', all)) {
    if (needed.has(one.key.slice(one.key.lastIndexOf('/') + 1)) || !isOld(one)) continue;
    await folder.deleteObject(one.key);
    deleted += 1;
  }
  return deleted;
}
