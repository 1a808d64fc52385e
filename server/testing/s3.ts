import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3Settings, StorageUrl } from '../src/contract/storage/settings';

export interface TestS3 {
  /** A bucket that does not exist yet. */
  settings: S3Settings;
  /** Method and address of every request so far; null with a service that others run. */
  requests: string[] | null;
  close(): Promise<void>;
}

interface Stand {
  configureBuckets(): Promise<unknown>;
  callback(): (request: unknown, response: unknown) => void;
}

/** The library has no types of its own. */
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: Record<string, unknown>) => Stand;

/**
 * A service to test against: the one that `TEST_S3_URL` names (`s3://id:secret@any?endpoint=…`), else s3rver, which
 * speaks the protocol over a directory, though without listing and aborting unfinished uploads.
 */
export async function startS3(): Promise<TestS3> {
  const bucket = `vexil-test-${randomBytes(6).toString('hex')}`;
  const given = process.env.TEST_S3_URL;
  if (given) {
    const settings = StorageUrl.parse(given) as S3Settings;
    return { settings: { ...settings, bucket, prefix: 'some/prefix/' }, requests: null, close: async () => {} };
  }
  const directory = await mkdtemp(join(tmpdir(), 'vexil-s3-'));
  const stand = new S3rver({ directory, silent: true, resetOnClose: true });
  await stand.configureBuckets();
  const requests: string[] = [];
  const answer = stand.callback();
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      kind: 's3',
      bucket,
      prefix: 'some/prefix/',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
