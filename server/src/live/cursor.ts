/** Everything up to `at` of this epoch, in all rooms of a connection, was sent to it. */
export interface Cursor {
  epoch: string;
  /** Roughly microseconds: see `readLiveClock`. */
  at: number;
}

/** What a client says about its data: a cursor, or that it was fetched at most so long ago. */
export type ResumePoint = Cursor | { ageMs: number } | 'unreadable' | undefined;

export const formatCursor = ({ epoch, at }: Cursor) => `${epoch}.${at}`;

/** Undefined when the text is not a cursor. */
export function parseCursor(text: string): Cursor | undefined {
  const [, epoch, at] = /^(\d{1,16})\.(\d{1,16})$/.exec(text) ?? [];
  return epoch && at ? { epoch, at: Number(at) } : undefined;
}

/** Undefined when the text is not an age. */
export function parseAge(text: string): { ageMs: number } | undefined {
  return /^\d{1,12}$/.test(text) ? { ageMs: Number(text) } : undefined;
}
