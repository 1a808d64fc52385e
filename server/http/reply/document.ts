import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as deflate } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Encoding } from './encoding';
import { tagOf } from './etag';
import { writeWhole } from './reply-parts';

/** A whole reply that is the same for many requests. */
export interface Encodable {
  readonly etag: string;
  readonly modifiedAt?: number | undefined;
  /** Sent as it is, whatever the caller accepts. */
  readonly isSmall?: boolean;
  read(encoding: Encoding): Buffer | Promise<Buffer>;
}

export interface Audience {
  /** No shared cache may store the reply. */
  isPrivate: boolean;
  /** Other callers get another reply under this address. */
  variesByCaller: boolean;
}

const everyone: Audience = { isPrivate: false, variesByCaller: false };

/** What a handler returns to have a document sent, or 304 to a caller that has it. */
export class DocumentReply {
  constructor(
    readonly document: Encodable,
    readonly audience = everyone,
  ) {}
}

/** Shorter replies fit into one packet as they are. */
const compressedBytesMin = 1024;

const compressGzip = promisify(deflate);
const compressBrotli = promisify(brotliCompress);
// The quality of the highest level at a fifth of its time.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const quickBrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Written by the schema and compressed once. `modifiedAt` in Unix milliseconds. */
export async function makeDocument<S extends z.ZodType>(
  schema: S,
  value: z.input<S>,
  modifiedAt?: number,
): Promise<Encodable> {
  const identity = writeWhole(schema, value);
  const head = { etag: tagOf(identity), modifiedAt };
  if (identity.length < compressedBytesMin) return { ...head, isSmall: true, read: () => identity };
  const [gzip, br] = await Promise.all([compressGzip(identity, { level: 9 }), compressBrotli(identity, brotliOptions)]);
  const encoded = { identity, gzip, br };
  return { ...head, read: (encoding) => encoded[encoding] };
}

/** Compressed quickly and on demand: for replies that change often and that few ask for. */
export function makePassingDocument<S extends z.ZodType>(
  schema: S,
  value: z.input<S>,
  { etag, modifiedAt }: Pick<Encodable, 'etag' | 'modifiedAt'>,
): Encodable {
  const identity = writeWhole(schema, value);
  if (identity.length < compressedBytesMin) return { etag, modifiedAt, isSmall: true, read: () => identity };
  const made = new Map<Encoding, Promise<Buffer>>();
  const compress = (encoding: Encoding) =>
    encoding === 'br' ? compressBrotli(identity, quickBrotliOptions) : compressGzip(identity, { level: 4 });
  return {
    etag,
    modifiedAt,
    read(encoding) {
      if (encoding === 'identity') return identity;
      const known = made.get(encoding) ?? compress(encoding);
      made.set(encoding, known);
      known.catch(() => made.delete(encoding));
      return known;
    },
  };
}

const documentsMax = 200;
const documents = new WeakMap<object, LRUCache<string, Promise<Encodable>>>();

/** A document made of a held value, kept with it; `name` says which of several, such as a page of a list. */
export function documentOf(value: object, name: string, make: () => Promise<Encodable>): Promise<Encodable> {
  const known = documents.get(value) ?? new LRUCache<string, Promise<Encodable>>({ max: documentsMax });
  documents.set(value, known);
  const made = known.get(name) ?? make();
  known.set(name, made);
  made.catch(() => known.delete(name));
  return made;
}
