import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '@vexil/contract/errors';
import type { GameArchiveBody } from '@vexil/contract/game-archive';
import type { Language } from '@vexil/contract/languages';
import type { FileRow } from '@vexil/db/schema/file';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { ZipFile } from 'yazl';
import { type Author, audit, type Operator } from '../audit/audit.service';
import { filePath } from './archive-frame';
import { writePages } from './archive-pages';
import { archiveStyle } from './archive-style';
import { type ArchiveFacts, readArchiveFacts } from './game-archive.facts';
import { archiveTexts } from './game-archive.texts';

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

/** Attachments and writeups have names of their own beside that of the file. */
function pathsOf(facts: ArchiveFacts): Map<string, FileRow> {
  const paths = new Map<string, FileRow>();
  const add = (hash: string | null, name?: string | null) => {
    const file = facts.files.get(hash ?? '');
    const path = hash === null ? undefined : filePath(facts, hash, name);
    if (file && path !== undefined) paths.set(path, file);
  };
  for (const { hash, contentType } of facts.files.values()) if (contentType.startsWith('image/')) add(hash);
  const attached = facts.choice.attachments
    ? [...facts.statements.values()].flatMap(({ attachments }) => attachments)
    : [];
  for (const { fileHash, fileName } of attached) add(fileHash, fileName);
  for (const hash of facts.writeups.values()) add(hash, 'writeup.pdf');
  return paths;
}

function pack(deps: Deps, facts: ArchiveFacts, language: Language): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const mtime = facts.at;
  let current: Readable | undefined;
  output.once('close', () => current?.destroy());
  zip.on('error', (error) => output.destroy(error));

  zip.addBuffer(Buffer.from(archiveStyle), 'style.css', { mtime });
  if (facts.ranked) zip.addBuffer(Buffer.from(JSON.stringify(facts.board)), 'scoreboard.json', { mtime });
  for (const [path, file] of pathsOf(facts)) {
    zip.addReadStreamLazy(path, { mtime, compress: false, size: file.sizeBytes }, (use) => {
      const content = Readable.from(readStored(deps, file), { objectMode: false });
      content.once('error', (error) => output.destroy(error));
      current = content;
      use(null, content);
    });
  }
  const writeAll = async () => {
    const texts = { ...archiveTexts[language], ...(facts.game.individual && archiveTexts[language].solo) };
    for (const { path, content } of writePages({ facts, texts, language })) {
      zip.addBuffer(Buffer.from(content.markup), path, { mtime });
      await nextTurn();
      if (output.destroyed) return;
    }
    zip.end();
  };
  writeAll().catch((error) => output.destroy(error));
  return output;
}

/**
 * A zip of pages that any web server shows, and a browser without one. It has what the public board and the notices show.
 * Throws `game.notFound`, `game.notEnded` and `package.contentMissing`.
 */
export async function archiveGame(
  deps: Deps,
  by: Author | Operator,
  gameId: number,
  { choice, language, at }: { choice: GameArchiveBody; language: Language; at: Date },
): Promise<{ name: string; content: Readable }> {
  const facts = await readArchiveFacts(deps, gameId, choice, at);
  await checkContents(deps, facts.files.values());
  await inTransaction(deps, ({ tx }) =>
    audit(tx, { by, gameId, action: 'game.archive', target: `game:${gameId}`, after: choice }),
  );
  const title = facts.game.title.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_');
  return { name: `${title}-archive.zip`, content: pack(deps, facts, language) };
}
