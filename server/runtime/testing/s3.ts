import { randomBytes } from 'node:crypto';
import { type S3Settings, StorageUrl } from '../storage/settings';
import { startS3Stand } from './s3-stand';

export interface TestS3 {
  /** A bucket that does not exist yet. */
  settings: S3Settings;
  close(): Promise<void>;
}

/** A service to test against: the one that `TEST_S3_URL` names, `s3://id:secret@any?endpoint=…`, else a stand-in. */
export async function startS3(): Promise<TestS3> {
  const place = { bucket: `vexil-test-${randomBytes(6).toString('hex')}`, prefix: 'some/prefix/' };
  const given = process.env.TEST_S3_URL;
  if (given) return { settings: { ...(StorageUrl.parse(given) as S3Settings), ...place }, close: async () => {} };
  const credentials = { accessKeyId: 'id-of-a-key', secretAccessKey: 'secret-of-a-key' };
  const stand = await startS3Stand(credentials.accessKeyId);
  const { endpoint } = stand;
  return {
    settings: { kind: 's3', ...place, endpoint, region: 'us-east-1', forcePathStyle: true, credentials },
    close: async () => stand.close(),
  };
}
