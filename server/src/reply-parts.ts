// A reply that is mostly the same for thousands is put together from texts that were made once. Each text is made by the
// schema of its members, a `pick` of the reply's, so that here too nothing leaves that is not named.

import type { z } from 'zod';

/** Where in the reply some of its members stand. */
export type Place = 'first' | 'middle' | 'last';

/**
 * The members of one object of a reply as JSON, with what stands before and after them in the reply: of the places
 * `first`, `middle` and `last`, in this order, the texts are the whole object. Throws when a value does not fit, or when
 * there are no members.
 */
export function writeMembers<S extends z.ZodObject>(schema: S, value: z.input<S>, place: Place): Buffer {
  const members = JSON.stringify(schema.parse(value)).slice(1, -1);
  if (members === '') throw new RangeError('A part of a reply needs members.');
  return Buffer.from(`${place === 'first' ? '{' : ','}${members}${place === 'last' ? '}' : ''}`);
}

/** A whole reply that is the same for several callers, for `composed`. Throws when the value does not fit. */
export const writeWhole = <S extends z.ZodType>(schema: S, value: z.input<S>): Buffer =>
  Buffer.from(JSON.stringify(schema.parse(value)));

/** A reply as the bytes of its parts. */
export class ComposedReply {
  readonly body: Buffer;

  constructor(parts: readonly Buffer[]) {
    const [first] = parts;
    this.body = first && parts.length === 1 ? first : Buffer.concat(parts);
  }
}

/**
 * What a handler returns whose reply consists of texts of `writeMembers`, each of other members, together all of them, or
 * of one of `writeWhole`.
 */
export const composed = (parts: readonly Buffer[]): never => new ComposedReply(parts) as never;
