import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { outerFolder, unpackedBytesMax } from '../readers/paths';
import { CliError } from './cli-error';
import type { SourceFolder } from './disk-folder';

const entriesMax = 100_000;

const fileTypeMask = 0o170000;
const plainFileTypes = new Set([0, 0o100000, 0o040000]);
const isPlain = ({ externalFileAttributes }: Entry) =>
  plainFileTypes.has((externalFileAttributes >>> 16) & fileTypeMask);

/** yauzl refuses absolute names and those that leave the archive. */
async function listEntries(zip: ZipFile, name: string, archiveBytes: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const seen = new Set<string>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const path = String(entry.fileName);
    bytes += entry.uncompressedSize;
    const isTooMuch = entries.size > entriesMax || bytes > unpackedBytesMax(archiveBytes);
    if (isTooMuch) throw new CliError(`${name} unpacks to more than is read.`);
    if (!isPlain(entry)) throw new CliError(`${name}: ${path} is a link or a device.`);
    if (path.endsWith('/')) continue;
    if (seen.size === seen.add(path.toLowerCase()).size)
      throw new CliError(`${name}: ${path} is there twice, or differs from another by case alone.`);
    entries.set(path, entry);
  }
  return entries;
}

/** @param sizeBytes of the archive */
export async function openZip(file: string, sizeBytes: number): Promise<SourceFolder & { close(): void }> {
  const zip = await openPromise(file, { autoClose: false }).catch((error: unknown) => {
    throw new CliError(`${file} is no zip archive: ${error instanceof Error ? error.message : error}`);
  });
  const broken = (error: unknown) => {
    if (error instanceof CliError) throw error;
    throw new CliError(`${file} is broken: ${error instanceof Error ? error.message : error}`);
  };
  const listed = await listEntries(zip, file, sizeBytes).catch(broken);
  const outer = outerFolder(file, [...listed.keys()]);
  const entries = new Map([...listed].map(([path, entry]) => [path.slice(outer.length), entry]));
  const find = (path: string) => {
    const entry = entries.get(path);
    if (!entry) throw new CliError(`${file}: there is no file ${path}.`);
    return entry;
  };
  // yauzl ends an entry that is longer than it says.
  const readAs = async <T>(path: string, use: (stream: Readable) => Promise<T>): Promise<T> =>
    zip.openReadStreamPromise(find(path), {}).then(use).catch(broken);
  return {
    paths: [...entries.keys()].sort(),
    sizeBytes: (path) => entries.get(path)?.uncompressedSize ?? 0,
    read: (path) => readAs(path, buffer),
    hash: (path) =>
      readAs(path, async (stream) => {
        const digest = createHash('sha256');
        for await (const chunk of stream) digest.update(chunk as Buffer);
        return digest.digest('hex');
      }),
    blob: async (path) => new Blob([await readAs(path, buffer)]),
    close: () => zip.close(),
  };
}
