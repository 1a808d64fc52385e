// Texts that are the same for thousands of replies are written once, each by a `pick` of the reply's schema, so that
// only named members leave.

import type { z } from 'zod';

export type MemberPosition = 'first' | 'middle' | 'last';

/**
 * The texts of `first`, `middle` and `last` are the whole object. Throws when a value does not fit or without members.
 */
export function writeMembers<S extends z.ZodObject>(schema: S, value: z.input<S>, place: MemberPosition): Buffer {
  const members = JSON.stringify(schema.parse(value)).slice(1, -1);
  if (members === '') throw new RangeError('A part of a reply needs members.');
  return Buffer.from(`${place === 'first' ? '{' : ','}${members}${place === 'last' ? '}' : ''}`);
}

/** A whole reply that is the same for several callers. Throws when the value does not fit. */
export const writeWhole = <S extends z.ZodType>(schema: S, value: z.input<S>): Buffer =>
  Buffer.from(JSON.stringify(schema.parse(value)));

/** For texts of `writeMembers`, together all members, or one of `writeWhole`. */
export class PartsReply {
  constructor(readonly parts: readonly Buffer[]) {}
}
