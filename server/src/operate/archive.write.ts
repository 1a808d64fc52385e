import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  /** Rejects when the content has another size. */
  addStream(name: string, sizeBytes: number, content: Readable): Promise<void>;
}

async function encrypt(plain: Readable, passphrase: string, tryCost?: number): Promise<Readable> {
  const encrypter = new Encrypter();
  if (tryCost !== undefined) encrypter.setScryptWorkFactor(tryCost);
  encrypter.setPassphrase(passphrase);
  // The web streams of Node and of the library's types have different declarations.
  const encrypted = await encrypter.encrypt(Readable.toWeb(plain) as never);
  return Readable.fromWeb(encrypted as unknown as ReadableStream);
}

/** The archive that `fill` writes, as a stream that fails when `fill` does. */
export async function writeArchive(
  fill: (writer: ArchiveWriter) => Promise<void>,
  passphrase: string | null,
  tryCost?: number,
): Promise<Readable> {
  const tar = pack();
  const addStream = (name: string, size: number, content: Readable) => pipeline(content, tar.entry({ name, size }));
  const writer: ArchiveWriter = {
    add: (name, content) => addStream(name, content.length, Readable.from([content], { objectMode: false })),
    addStream,
  };
  fill(writer).then(
    () => tar.finalize(),
    (error: Error) => tar.destroy(error),
  );
  const compressed = new PassThrough();
  // The failure destroys `compressed`, whose reader gets it.
  pipeline(tar, createGzip({ level: 5 }), compressed).catch(() => undefined);
  return passphrase === null ? compressed : encrypt(compressed, passphrase, tryCost);
}
