import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { multipartOf } from './upload';

export type PackageContents = Record<string, unknown>;

export interface ZippedEntry {
  path: string;
  /** Objects are written as JSON; a path that ends with `/` has none. */
  content?: unknown;
  mode?: number;
  compress?: boolean;
}

export const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

const bytesOf = (content: unknown) =>
  Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));

export async function zip(entries: ZippedEntry[]): Promise<Buffer> {
  const file = new ZipFile();
  for (const { path, content, mode = 0o100644, compress = false } of entries) {
    if (path.endsWith('/')) file.addEmptyDirectory(path);
    else file.addBuffer(bytesOf(content), path, { mode, compress });
  }
  file.end();
  return buffer(file.outputStream as NodeJS.ReadableStream);
}

export const zipOf = (contents: PackageContents): Promise<Buffer> =>
  zip(Object.entries(contents).map(([path, content]) => ({ path, content })));

/** Parsed JSON, bytes of files, and null for folders, by path. */
export async function unzip(archive: Buffer): Promise<Record<string, unknown>> {
  const file = await fromBufferPromise(archive);
  const contents: Record<string, unknown> = {};
  for await (const entry of file.eachEntry()) {
    if (entry.fileName.endsWith('/')) {
      contents[entry.fileName] = null;
      continue;
    }
    const bytes = await buffer(await file.openReadStreamPromise(entry));
    contents[entry.fileName] = entry.fileName.endsWith('.json') ? JSON.parse(bytes.toString()) : bytes;
  }
  return contents;
}

/** A multipart upload of a package. */
export const packageUpload = (content: Buffer, part: { fileName?: string; type?: string; field?: string } = {}) =>
  multipartOf([{ fileName: 'game.zip', type: 'application/zip', ...part, content }]);

/** An exported package as bytes. */
export async function download(app: FastifyInstance, gameId: number, cookie: string) {
  const reply = await app.inject({ method: 'POST', url: `/api/edit/games/${gameId}/export`, headers: { cookie } });
  return { status: reply.statusCode, headers: reply.headers, content: reply.rawPayload };
}
