import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DomainError } from '@vexil/contract/errors';
import { packageRoutes } from '@vexil/contract/package';
import { packageLimits } from '@vexil/contract/package.limits';
import type { FileRow } from '@vexil/db/schema/file';
import { uploadOf } from '@vexil/http/call/upload';
import type { Deps } from '@vexil/http/deps';
import { mebibytes } from '@vexil/http/guard/limits';
import { packageName } from '@vexil/rules/package.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import { ZipFile } from 'yazl';
import { type Author, audit, type Operator } from '../audit/audit.service';
import { type GameFacts, readGameFacts, setRepeatableRead } from './package.queries';
import { writeTexts } from './package.write';

export interface ExportedPackage {
  name: string;
  sizeBytes: number;
  /** Fails when a stored file does not match its hash. */
  content: Readable;
}

/** The audit entry is committed before the first byte is sent, because the package contains flags. */
function readFacts(
  deps: Deps,
  by: Author | Operator,
  gameId: number,
  name: (title: string) => string,
): Promise<GameFacts> {
  return inTransaction(deps, async ({ tx }) => {
    await setRepeatableRead(tx);
    const facts = await readGameFacts(tx, gameId);
    if (!facts) throw new DomainError('game.notFound');
    const after = { fileName: name(facts.game.title), challenges: facts.challenges.length, files: facts.files.size };
    await audit(tx, { by, gameId, action: 'game.export', target: `game:${gameId}`, after });
    return facts;
  });
}

/** So that `pull` writes the address again; an import takes the bytes. */
async function nameObjects({ storage: { places } }: Deps, { game, attachments }: GameFacts): Promise<void> {
  if (!places) return;
  for (const file of [...attachments.values()].flat()) {
    const address = file.fileHash === null ? undefined : await places.addressOf(file.fileHash);
    if (address?.startsWith(`${places.folder}${game.id}/`)) file.remoteUrl = address;
  }
}

async function checkContents(deps: Deps, files: Iterable<FileRow>): Promise<void> {
  for (const { hash, name, sizeBytes } of files) {
    if ((await deps.storage.size(hash)) === sizeBytes) continue;
    throw new DomainError('package.contentMissing', { params: { file: name } });
  }
}

async function* readStored(deps: Deps, { hash }: FileRow): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const chunk of deps.storage.read(hash) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest('hex') !== hash) throw new Error(`The stored file ${hash} is damaged.`);
}

function packFiles(deps: Deps, zip: ZipFile, output: Readable, files: Iterable<FileRow>, mtime: Date): void {
  let current: Readable | undefined;
  output.once('close', () => current?.destroy());
  for (const file of files) {
    const options = { mtime, compress: false, size: file.sizeBytes };
    zip.addReadStreamLazy(`files/${file.hash}`, options, (use) => {
      const content = Readable.from(readStored(deps, file), { objectMode: false });
      content.once('error', (error) => output.destroy(error));
      current = content;
      use(null, content);
    });
  }
}

/** What no import would take is not handed out. */
function requireImportable(texts: readonly (readonly [string, Buffer])[], entries: number): void {
  const { entriesMax, jsonBytesMax, jsonTotalBytesMax } = packageLimits;
  if (entries > entriesMax) throw new DomainError('package.entriesTooMany', { params: { limit: entriesMax } });
  let totalBytes = 0;
  for (const [file, text] of texts) {
    totalBytes += text.length;
    const isTooLarge = text.length > jsonBytesMax || totalBytes > jsonTotalBytesMax;
    if (isTooLarge) throw new DomainError('package.unpacksTooLarge', { params: { file } });
  }
}

/** Nothing is compressed: the Content-Length is then known, and clients notice an incomplete download. */
function pack(deps: Deps, facts: GameFacts, at: Date): { content: Readable; sizeBytes: number } {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  const texts = [...writeTexts(facts, deps.sealing, at)];
  requireImportable(texts, texts.length + facts.files.size);
  for (const [path, text] of texts) {
    zip.addBuffer(text, path, { mtime: at, compress: false });
  }
  if (facts.challenges.length === 0) zip.addEmptyDirectory('challenges', { mtime: at });
  if (facts.files.size === 0) zip.addEmptyDirectory('files', { mtime: at });
  packFiles(deps, zip, output, facts.files.values(), at);
  let sizeBytes = 0;
  const end = zip.end.bind(zip) as (options: undefined, onSize: (size: number) => void) => void;
  end(undefined, (size) => {
    sizeBytes = size;
  });
  const { sizeBytesMax: bytesMax } = uploadOf(deps.config, packageRoutes.import.upload);
  if (sizeBytes > bytesMax) {
    output.destroy();
    throw new DomainError('package.tooLarge', { params: { size: mebibytes(sizeBytes), limit: mebibytes(bytesMax) } });
  }
  return { content: output, sizeBytes };
}

export async function exportGame(
  deps: Deps,
  by: Author | Operator,
  gameId: number,
  at: Date,
): Promise<ExportedPackage> {
  const facts = await readFacts(deps, by, gameId, (title) => packageName(title, at));
  await checkContents(deps, facts.files.values());
  await nameObjects(deps, facts);
  const name = packageName(facts.game.title, at);
  return { name, ...pack(deps, facts, at) };
}
