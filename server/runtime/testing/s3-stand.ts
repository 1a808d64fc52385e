// A stand-in for an S3 service: the calls our storage makes, as the protocol describes them, over memory. The same
// tests run against a service proper when TEST_S3_URL names one, so that the stand-in cannot drift from what is true.

import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Stored {
  content: Buffer;
  updatedAt: Date;
}

interface Unfinished {
  key: string;
  initiatedAt: Date;
  parts: Map<number, Buffer>;
}

interface Bucket {
  objects: Map<string, Stored>;
  uploads: Map<string, Unfinished>;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

interface Call {
  bucket: Bucket;
  key: string;
  query: URLSearchParams;
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
}

const pageLength = 1000;
const partBytesMin = 5 * 1024 * 1024;
const tagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;
const element = (name: string, value: string | number | boolean) => `<${name}>${value}</${name}>`;

function sendXml(response: ServerResponse, root: string, content: string): void {
  response.setHeader('content-type', 'application/xml');
  response.end(`<?xml version="1.0" encoding="UTF-8"?><${root}>${content}</${root}>`);
}

function findObject({ bucket, key }: Pick<Call, 'bucket' | 'key'>): Stored {
  const found = bucket.objects.get(key);
  if (!found) throw new Refusal(404, 'NoSuchKey');
  return found;
}

function findUpload({ bucket, key, query }: Call): Unfinished {
  const found = bucket.uploads.get(query.get('uploadId') ?? '');
  if (found?.key !== key) throw new Refusal(404, 'NoSuchUpload');
  return found;
}

function getObject(call: Call): void {
  const { request, response } = call;
  const { content, updatedAt } = findObject(call);
  if ((request.headers['if-match'] ?? tagOf(content)) !== tagOf(content)) throw new Refusal(412, 'PreconditionFailed');
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const part = range ? content.subarray(Number(range[1]), Number(range[2]) + 1) : content;
  if (range && part.length === 0) throw new Refusal(416, 'InvalidRange');
  response.writeHead(range ? 206 : 200, {
    'content-length': part.length,
    'content-type': 'application/octet-stream',
    'last-modified': updatedAt.toUTCString(),
    etag: tagOf(content),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

function putObject({ bucket, key, request, response, body, ...rest }: Call, buckets: Map<string, Bucket>): void {
  const source = request.headers['x-amz-copy-source'];
  let content = body;
  if (typeof source === 'string') {
    const [, from = '', fromKey = ''] = /^\/?([^/]+)\/(.+)$/.exec(decodeURIComponent(source)) ?? [];
    content = findObject({ ...rest, bucket: buckets.get(from) ?? bucket, key: fromKey }).content;
  }
  const updatedAt = new Date();
  bucket.objects.set(key, { content, updatedAt });
  response.setHeader('etag', tagOf(content));
  if (source === undefined) response.end();
  else sendXml(response, 'CopyObjectResult', element('LastModified', updatedAt.toISOString()));
}

function completeUpload(call: Call): void {
  const { bucket, key, query, response, body } = call;
  const { parts } = findUpload(call);
  const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map((match) => Number(match[1]));
  const contents = numbers.map((number) => parts.get(number));
  if (contents.length === 0 || contents.includes(undefined)) throw new Refusal(400, 'InvalidPart');
  const whole = contents as Buffer[];
  if (whole.slice(0, -1).some((part) => part.length < partBytesMin)) throw new Refusal(400, 'EntityTooSmall');
  bucket.objects.set(key, { content: Buffer.concat(whole), updatedAt: new Date() });
  bucket.uploads.delete(query.get('uploadId') ?? '');
  sendXml(response, 'CompleteMultipartUploadResult', element('Key', key));
}

function listObjects({ bucket, query, response }: Call): void {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const after = Buffer.from(query.get('continuation-token') ?? '', 'hex').toString();
  const folderOf = (key: string) => {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    return end < 0 ? undefined : key.slice(0, end + 1);
  };
  const keys = [...bucket.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const entries = [...new Set(keys.map((key) => folderOf(key) ?? key))].filter((entry) => entry > after);
  const page = entries.slice(0, pageLength);
  const xml = page.map((entry) => {
    const found = bucket.objects.get(entry);
    if (!found) return element('CommonPrefixes', element('Prefix', entry));
    const facts = element('Size', found.content.length) + element('LastModified', found.updatedAt.toISOString());
    return element('Contents', element('Key', entry) + facts);
  });
  const more = entries.length > page.length;
  if (more) xml.push(element('NextContinuationToken', Buffer.from(page.at(-1) ?? '').toString('hex')));
  sendXml(response, 'ListBucketResult', element('IsTruncated', more) + xml.join(''));
}

function listUploads({ bucket, query, response }: Call): void {
  const found = [...bucket.uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
  const xml = found.map(([id, { key, initiatedAt }]) => {
    const facts = element('Key', key) + element('UploadId', id) + element('Initiated', initiatedAt.toISOString());
    return element('Upload', facts);
  });
  sendXml(response, 'ListMultipartUploadsResult', element('IsTruncated', false) + xml.join(''));
}

function startUpload({ bucket, key, response }: Call): void {
  const id = randomUUID();
  bucket.uploads.set(id, { key, initiatedAt: new Date(), parts: new Map() });
  sendXml(response, 'InitiateMultipartUploadResult', element('UploadId', id));
}

function putPart(call: Call): void {
  findUpload(call).parts.set(Number(call.query.get('partNumber')), call.body);
  call.response.setHeader('etag', tagOf(call.body));
  call.response.end();
}

type Answer = (call: Call, buckets: Map<string, Bucket>) => void;

const answers: Record<string, Answer | undefined> = {
  'GET key': getObject,
  'HEAD key': getObject,
  'PUT key': putObject,
  'DELETE key': ({ bucket, key, response }) => {
    bucket.objects.delete(key);
    response.writeHead(204).end();
  },
  'POST key': startUpload,
  'PUT upload': putPart,
  'POST upload': completeUpload,
  'DELETE upload': (call) => {
    findUpload(call);
    call.bucket.uploads.delete(call.query.get('uploadId') ?? '');
    call.response.writeHead(204).end();
  },
  'HEAD bucket': ({ response }) => {
    response.end();
  },
  'GET bucket': (call) => (call.query.has('uploads') ? listUploads(call) : listObjects(call)),
};

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  accessKeyId: string,
  all: Map<string, Bucket>,
) {
  const url = new URL(request.url ?? '/', 'http://stand');
  const [, name = '', key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
  const body = await buffer(request);
  const bodyHash = request.headers['x-amz-content-sha256'];
  if (!request.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`)) {
    throw new Refusal(403, 'InvalidAccessKeyId');
  }
  if (/^[0-9a-f]{64}$/.test(String(bodyHash)) && bodyHash !== createHash('sha256').update(body).digest('hex')) {
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  }
  const bucket = all.get(name);
  if (request.method === 'PUT' && key === '') {
    if (bucket) throw new Refusal(409, 'BucketAlreadyOwnedByYou');
    all.set(name, { objects: new Map(), uploads: new Map() });
    response.end();
    return;
  }
  if (!bucket) throw new Refusal(404, 'NoSuchBucket');
  const query = url.searchParams;
  const about = key === '' ? 'bucket' : query.has('uploadId') ? 'upload' : 'key';
  const give = answers[`${request.method} ${about}`];
  if (!give) throw new Refusal(405, 'MethodNotAllowed');
  give({ bucket, key, query, request, response, body }, all);
}

/** Listens on a free port of this machine; the address is `http://127.0.0.1:…`. */
export async function startS3Stand(accessKeyId: string): Promise<{ endpoint: string; close(): void }> {
  const buckets = new Map<string, Bucket>();
  const server = createServer((request, response) => {
    answer(request, response, accessKeyId, buckets).catch((error: unknown) => {
      if (response.headersSent) {
        response.destroy();
        return;
      }
      response.statusCode = error instanceof Refusal ? error.status : 500;
      const code = error instanceof Refusal ? error.code : 'InternalError';
      if (request.method === 'HEAD') response.end();
      else sendXml(response, 'Error', element('Code', code) + element('Message', code));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
