import { z } from 'zod';

export interface S3Settings {
  kind: 's3';
  bucket: string;
  /** Key prefix, empty or ending with a slash. */
  prefix: string;
  /** null for Amazon's own. */
  endpoint: string | null;
  region: string;
  /** Bucket in the path instead of the host name. */
  forcePathStyle: boolean;
  /** null: from the environment, Amazon only. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Of objects that challenges may name, ending with a slash. */
  challengePrefix?: string;
}

export type StorageSettings = { kind: 'file'; directory: string } | S3Settings;

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^(?:(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/|$))*$/;
const parameters = new Set(['endpoint', 'region', 'forcePathStyle']);

const isWebAddress = (value: string) =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol) && new URL(value).username === '';

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function credentialsOf({ username, password }: URL): S3Settings['credentials'] | string {
  const [accessKeyId, secretAccessKey] = [decode(username), decode(password)];
  if (accessKeyId === undefined || secretAccessKey === undefined) return 'must have its key percent-encoded';
  if ((accessKeyId === '') !== (secretAccessKey === '')) return 'must have both parts of the key or none';
  return accessKeyId === '' ? null : { accessKeyId, secretAccessKey };
}

/** Mistakes name the part, never its value. */
function readS3(value: string): S3Settings | string {
  if (!URL.canParse(value)) return 'must be s3://<bucket>/<prefix>?endpoint=<address>&region=<region>';
  const url = new URL(value);
  const { searchParams: query } = url;
  if ([...query.keys()].some((name) => !parameters.has(name))) {
    return 'has a parameter besides endpoint, region and forcePathStyle';
  }
  if (url.port !== '' || !bucketName.test(url.hostname)) return 'must name a bucket after s3://';
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (!prefixPattern.test(prefix)) return 'must have a prefix of letters, digits and . _ - between slashes';
  const endpoint = query.get('endpoint') || null;
  if (endpoint !== null && !isWebAddress(endpoint)) return 'must have an http or https address as its endpoint';
  // Few services beside Amazon offer certificates per bucket.
  const pathStyle = query.get('forcePathStyle') || String(endpoint !== null);
  if (pathStyle !== 'true' && pathStyle !== 'false') return 'must have true or false as its forcePathStyle';
  const credentials = credentialsOf(url);
  if (typeof credentials === 'string') return credentials;
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: query.get('region') || 'us-east-1',
    forcePathStyle: pathStyle === 'true',
    credentials,
  };
}

/** Reads `file:<directory>` and `s3://<key id>:<secret>@<bucket>/<prefix>?endpoint=…&region=…&forcePathStyle=…`. */
export const StorageUrl = z.string().transform((value, ctx): StorageSettings => {
  const refuse = (message: string) => {
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (/^s3:/i.test(value)) {
    const settings = readS3(value);
    return typeof settings === 'string' ? refuse(settings) : settings;
  }
  const directory = /^file:(?:\/\/(?=\/))?(.+)$/i.exec(value)?.[1];
  if (directory === undefined) return refuse('must be file:<directory> or s3://<bucket>/<prefix>');
  return { kind: 'file', directory };
});

interface KeyVariables {
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** Keys in the URL win. */
export function withKey(settings: StorageSettings, env: KeyVariables): StorageSettings {
  if (settings.kind !== 's3' || settings.credentials) return settings;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return accessKeyId && secretAccessKey ? { ...settings, credentials: { accessKeyId, secretAccessKey } } : settings;
}

/** Of what our storage has in its own prefix. */
const ownFolders = /^(?:objects|incoming|places|[0-9a-f]{2})\//;

interface PrefixVariables {
  S3_CHALLENGE_PREFIX?: string | undefined;
}

const challengePrefixOf = ({ S3_CHALLENGE_PREFIX: text = '' }: PrefixVariables) =>
  text
    .replace(/^\/+|\/+$/g, '')
    .concat('/')
    .replace(/^\/$/, '');

export function withPlaces(settings: StorageSettings, env: PrefixVariables): StorageSettings {
  const challengePrefix = challengePrefixOf(env);
  return settings.kind === 's3' && challengePrefix !== '' ? { ...settings, challengePrefix } : settings;
}

/** Organisers must not reach what is ours. */
export function findPrefixMistakes(
  env: PrefixVariables & { STORAGE_URL?: string | undefined },
): { variable: string; message: string }[] {
  const prefix = challengePrefixOf(env);
  if (prefix === '') return [];
  const mistake = (message: string) => [{ variable: 'S3_CHALLENGE_PREFIX', message }];
  if (!prefixPattern.test(prefix)) return mistake('must have letters, digits and . _ - between slashes');
  const settings = StorageUrl.optional().safeParse(env.STORAGE_URL).data;
  if (settings?.kind !== 's3') return mistake('needs a bucket as STORAGE_URL');
  const isInside = prefix.startsWith(settings.prefix) && ownFolders.test(prefix.slice(settings.prefix.length));
  return isInside || settings.prefix.startsWith(prefix)
    ? mistake('must lie beside the files of the platform, not around or among them')
    : [];
}

/** Half a key, or none where the service is not Amazon's. */
export function findKeyMistakes(
  env: KeyVariables & { STORAGE_URL?: string | undefined },
): { variable: string; message: string }[] {
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = env;
  if (!id !== !secret) {
    const [missing, given] = id
      ? ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID']
      : ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
    return [{ variable: missing, message: `is required beside ${given}` }];
  }
  const settings = StorageUrl.optional().safeParse(env.STORAGE_URL).data;
  if (id || settings?.kind !== 's3' || settings.credentials || settings.endpoint === null) return [];
  return [{ variable: 'S3_ACCESS_KEY_ID', message: 'is required with an endpoint, and S3_SECRET_ACCESS_KEY too' }];
}
