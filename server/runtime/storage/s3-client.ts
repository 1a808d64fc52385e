import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './settings';

/** Includes the first attempt. */
const attemptsMax = 4;
const connectTimeoutMs = 3_000;
/** Until a reply begins; transfers are not limited. */
const answerTimeoutMs = 30_000;
const silenceTimeoutMs = 30_000;

type Sdk = typeof import('@aws-sdk/client-s3') & Pick<typeof import('@aws-sdk/lib-storage'), 'Upload'>;

export interface S3Connection {
  client: S3Client;
  sdk: Sdk;
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;

export const isNotFound = (error: unknown) => statusOf(error) === 404;

/** Since the tag that a call has named. */
export const hasChanged = (error: unknown) => statusOf(error) === 412;

/** Partial S3 services lack some calls. */
export const isNotImplemented = (error: unknown) => [405, 501].includes(statusOf(error) ?? 0);

async function createBucketIfMissing({ client, sdk }: S3Connection, bucket: string): Promise<void> {
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    try {
      await client.send(new sdk.CreateBucketCommand({ Bucket: bucket }));
    } catch (refusal) {
      // Another process was faster.
      if ((refusal as Error).name !== 'BucketAlreadyOwnedByYou') throw refusal;
    }
  }
}

/** Loads the libraries here, since most deployments need none. */
export async function connectS3(settings: S3Settings): Promise<S3Connection> {
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new s3.S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    maxAttempts: attemptsMax,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: answerTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceTimeoutMs,
    },
    // Many services refuse trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
  });
  const connection = { client, sdk: { ...s3, Upload } };
  try {
    await createBucketIfMissing(connection, settings.bucket);
    return connection;
  } catch (error) {
    client.destroy();
    throw error;
  }
}
