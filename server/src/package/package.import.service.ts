import { Readable } from 'node:stream';
import { DomainError } from '@vexil/contract/errors';
import type { Language } from '@vexil/contract/languages';
import { packageRoutes } from '@vexil/contract/package';
import { violatedConstraint } from '@vexil/db/errors';
import { accountConstraints } from '@vexil/db/schema/account';
import type { GameRow } from '@vexil/db/schema/game';
import { uploadOf } from '@vexil/http/call/upload';
import type { Deps } from '@vexil/http/deps';
import { createLimiter } from '@vexil/http/guard/concurrency';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import { discardFile, getFile, recordFile } from '../asset/asset.service';
import { typeOfName, unknownType } from '../asset/content-type';
import { type Author, audit, type Operator } from '../audit/audit.service';
import { type Archive, openArchive } from './package.archive';
import { type GamePackage, type PackageFile, readPackage } from './package.read';
import { withUploadedPackage } from './package.receive';
import { storeGame } from './package.store';

const fileNameLengthMax = 255;
const attemptsMax = 5;
/** Another request deleted a file, or registered the name of an account, at the same time. */
const raceConstraints = new Set<string>([
  'attachments_file_hash_files_hash_fk',
  'games_poster_hash_files_hash_fk',
  ...Object.values(accountConstraints),
]);
// Unpacking and hashing take a core each. Uploads are slow and not limited.
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

/** Posters have a name without an extension, so their type comes from the content. */
function imageTypeOf(start: Buffer): string {
  const text = start.toString('latin1');
  return signatures.find(([, pattern]) => pattern.test(text))?.[0] ?? unknownType;
}

async function* tap(chunks: AsyncIterable<Buffer>, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}

interface Storing {
  archive: Archive;
  contents: GamePackage;
  added: Set<string>;
  storePeople: StorePeople;
}

/** Returns what the audit log says of them. */
type StorePeople = (work: Work, game: GameRow) => Promise<object>;

async function storeFile(deps: Deps, { archive, added }: Storing, path: string, file: PackageFile): Promise<void> {
  let start: Buffer | undefined;
  const chunks = tap(archive.readChecked(path, file.hash), (chunk) => {
    start ??= chunk.subarray(0, 16);
  });
  const stored = await deps.storage.put(Readable.from(chunks, { objectMode: false }), archive.bytesMax);
  added.add(stored.hash);
  const name = file.name.trim().slice(0, fileNameLengthMax);
  const contentType = file.isPoster ? imageTypeOf(start ?? Buffer.alloc(0)) : typeOfName(name);
  await recordFile(deps, stored, { name, contentType });
}

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

async function storeAll(deps: Deps, by: Author | Operator, storing: Storing): Promise<number> {
  await storeFiles(deps, storing);
  const { contents } = storing;
  return inTransaction(deps, async (work) => {
    const game = await storeGame(deps, work.tx, contents);
    const people = await storing.storePeople(work, game);
    const after = { ...game, challenges: contents.challenges.length, files: contents.used.size, ...people };
    await audit(work.tx, { by, gameId: game.id, action: 'game.import', target: `game:${game.id}`, after });
    work.changes('games');
    return game.id;
  });
}

function isRace(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'request.unavailable';
  return raceConstraints.has(violatedConstraint(error) ?? '');
}

export async function storePackage(
  deps: Deps,
  by: Author | Operator,
  archive: Archive,
  contents: GamePackage,
  storePeople: StorePeople = async () => ({}),
): Promise<number> {
  const storing: Storing = { archive, contents, added: new Set(), storePeople };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await storeAll(deps, by, storing);
    } catch (error) {
      // Another failed import or an administrator may have deleted the file: it is stored again.
      if (isRace(error) && attempt < attemptsMax) continue;
      for (const hash of storing.added) await discardFile(deps, hash);
      if (!isRace(error)) throw error;
      throw new DomainError('request.unavailable', { retryAfterSeconds: 1, cause: error });
    }
  }
}

/**
 * All of the package or nothing.
 * @param path of a package on this machine
 * @returns the id of the game; errors name file and field of the package
 */
export async function importGameFrom(
  deps: Deps,
  by: Author | Operator,
  path: string,
  language: Language,
): Promise<number> {
  const archive = await openArchive(path, uploadOf(deps.config, packageRoutes.import.upload).sizeBytesMax);
  try {
    return await storePackage(deps, by, archive, await readPackage(archive, language));
  } finally {
    archive.close();
  }
}

/** All of the package or nothing. Returns the id of the game; errors name file and field of the package. */
export async function importGame(
  deps: Deps,
  by: Author | Operator,
  request: FastifyRequest,
  language: Language,
): Promise<number> {
  return withUploadedPackage(deps, request, (path) => limit(() => importGameFrom(deps, by, path, language)));
}
