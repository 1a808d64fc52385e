import { Readable } from 'node:stream';
import { assetSizeBytesMax } from '@vexil/contract/asset.limits';
import { DomainError } from '@vexil/contract/errors';
import type { Language } from '@vexil/contract/languages';
import { violatedConstraint } from '@vexil/db/errors';
import { inTransaction } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import { discardFile, getFile, recordFile } from '../asset/asset.service';
import { typeOfName, unknownType } from '../asset/content-type';
import { type Author, audit } from '../audit/audit.service';
import { createLimiter } from '../concurrency';
import type { Deps } from '../deps';
import { type Archive, openArchive } from './package.archive';
import { type GamePackage, type PackageFile, readPackage } from './package.read';
import { withUploadedPackage } from './package.receive';
import { storeGame } from './package.store';

const fileNameLengthMax = 255;
const attemptsMax = 5;
const fileConstraints = new Set(['attachments_file_hash_files_hash_fk', 'games_poster_hash_files_hash_fk']);
// Unpacking and hashing take a core each; uploading, which takes long, is not counted.
const limit = createLimiter(2, 10);

async function isStored(deps: Deps, hash: string): Promise<boolean> {
  try {
    await getFile(deps, hash);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

const signatures: [type: string, pattern: RegExp][] = [
  ['image/gif', /^GIF8[79]a/],
  ['image/png', /^\x89PNG/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/avif', /^.{4}ftypavi[fs]/s],
];

/** Posters are shown under a name without extension, so their type has to come from the content. */
function typeOfPicture(start: Buffer): string {
  const text = start.toString('latin1');
  return signatures.find(([, pattern]) => pattern.test(text))?.[0] ?? unknownType;
}

async function* passing(chunks: AsyncIterable<Buffer>, look: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    look(chunk);
    yield chunk;
  }
}

interface Storing {
  archive: Archive;
  contents: GamePackage;
  /** Hashes of what was stored by now. */
  added: Set<string>;
}

async function storeFile(deps: Deps, { archive, added }: Storing, path: string, file: PackageFile): Promise<void> {
  let start: Buffer | undefined;
  const chunks = passing(archive.readChecked(path, file.hash), (chunk) => {
    start ??= chunk.subarray(0, 16);
  });
  const stored = await deps.storage.put(Readable.from(chunks, { objectMode: false }), assetSizeBytesMax);
  added.add(stored.hash);
  const name = file.name.trim().slice(0, fileNameLengthMax);
  const contentType = file.isPoster ? typeOfPicture(start ?? Buffer.alloc(0)) : typeOfName(name);
  await recordFile(deps, stored, { name, contentType });
}

/** Checks every file and stores those that are used and not here yet. */
async function storeFiles(deps: Deps, storing: Storing): Promise<void> {
  const { used, paths } = storing.contents;
  for (const [hash, path] of paths) {
    const file = used.get(hash);
    if (file && !(await isStored(deps, hash))) {
      await storeFile(deps, storing, path, file);
    } else {
      const content = storing.archive.readChecked(path, hash);
      for await (const _ of content);
    }
  }
}

async function storeAll(deps: Deps, by: Author, storing: Storing): Promise<number> {
  await storeFiles(deps, storing);
  const { contents } = storing;
  return inTransaction(deps, async (tx) => {
    const game = await storeGame(deps, tx, contents);
    const after = { ...game, challenges: contents.challenges.length, files: contents.used.size };
    await audit(tx, { by, gameId: game.id, action: 'game.import', target: `game:${game.id}`, after });
    return game.id;
  });
}

/** Whether a file that was there a moment ago is not any more: nothing used it yet, and somebody took it back. */
function hasVanished(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'request.unavailable';
  return fileConstraints.has(violatedConstraint(error) ?? '');
}

async function storePackage(deps: Deps, by: Author, archive: Archive, contents: GamePackage): Promise<number> {
  const storing: Storing = { archive, contents, added: new Set() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await storeAll(deps, by, storing);
    } catch (error) {
      // Another import of the same file may fail, or an administrator delete it: then it is stored once more.
      if (hasVanished(error) && attempt < attemptsMax) continue;
      for (const hash of storing.added) await discardFile(deps, hash);
      if (!hasVanished(error)) throw error;
      throw new DomainError('request.unavailable', { retryAfterSeconds: 1, cause: error });
    }
  }
}

async function importFrom(deps: Deps, by: Author, path: string, language: Language): Promise<number> {
  const archive = await openArchive(path);
  try {
    return await storePackage(deps, by, archive, await readPackage(archive, language));
  } finally {
    archive.close();
  }
}

/**
 * Makes a game from an uploaded package and gives its id. All of it is stored or nothing; whatever is wrong with the
 * package is refused with file and field.
 */
export async function importGame(deps: Deps, by: Author, request: FastifyRequest, language: Language): Promise<number> {
  return withUploadedPackage(deps, request, (path) => limit(() => importFrom(deps, by, path, language)));
}
