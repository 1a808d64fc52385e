import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { NewCaptureRow } from '@vexil/db/schema/capture';
import type { BaseDeps } from '@vexil/runtime/deps';
import { type CaptureName, fileKeyOf, spoolName, storageKey } from './capture-name.rules';
import { deleteCaptureRow, findCaptureRow, storeCaptureRow } from './recorder.queries';

export type StoreDeps = Pick<BaseDeps, 'db' | 'storage' | 'clock'>;

/** What is known of a file that is complete in the spool. */
export interface SpooledCapture {
  name: CaptureName;
  startedAt: Date;
  connections: number;
  clients: string[];
  missingBytes: number;
}

/** Compression can make what is random a little larger. */
const sizeBytesMax = (bytes: number) => bytes + Math.ceil(bytes / 100) + 64 * 1024;

const chunkBytes = 256 * 1024;
const fastest = 1;
const sampleBytes = 64 * 1024;
const incompressibleShare = 0.95;

/**
 * Compressing random or encrypted bytes takes the longest and saves nothing, beside connections that are relayed.
 * A sample of the middle decides.
 */
async function compressionLevel(path: string, size: number): Promise<number> {
  const sample = Buffer.alloc(sampleBytes);
  const file = await open(path);
  const { bytesRead } = await file
    .read(sample, 0, sampleBytes, Math.max(0, Math.floor((size - sampleBytes) / 2)))
    .finally(() => file.close());
  const { length } = await promisify(gzip)(sample.subarray(0, bytesRead), { level: fastest });
  return length > bytesRead * incompressibleShare ? 0 : fastest;
}

export const rowOf = (
  { name, startedAt, connections, clients, missingBytes }: SpooledCapture,
  rest: Pick<NewCaptureRow, 'serverId' | 'state' | 'sizeBytes' | 'updatedAt'>,
): NewCaptureRow => {
  const { gameId, recording, part } = name;
  return { ...fileKeyOf(name), gameId, recording, part, startedAt, connections, clients, missingBytes, ...rest };
};

/**
 * Compresses a file of the spool into the storage, then removes it; done again after a crash in between. One that was
 * deleted while it was open is only removed.
 */
export async function storeCapture(
  deps: StoreDeps,
  { directory, serverId }: { directory: string; serverId: string },
  capture: SpooledCapture,
): Promise<void> {
  const key = fileKeyOf(capture.name);
  const path = join(directory, spoolName(capture.name));
  const known = await findCaptureRow(deps.db, key);
  if (known?.deletedAt) {
    await deleteCaptureRow(deps.db, key);
    await rm(path, { force: true });
    return;
  }
  const { size } = await stat(path);
  const compressed = createGzip({ level: await compressionLevel(path, size), chunkSize: chunkBytes });
  const [stored] = await Promise.all([
    deps.storage.putObject(storageKey(capture.name), compressed, sizeBytesMax(size)),
    pipeline(createReadStream(path, { highWaterMark: chunkBytes }), compressed),
  ]);
  const { sizeBytes } = stored;
  const row = rowOf(capture, { serverId, state: 'stored', sizeBytes, updatedAt: deps.clock.now() });
  const { isDeleted } = await storeCaptureRow(deps.db, row);
  if (isDeleted) {
    await deps.storage.deleteObject(storageKey(capture.name));
    await deleteCaptureRow(deps.db, key);
  }
  await rm(path, { force: true });
}
