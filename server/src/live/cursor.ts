/** Where a connection stands in all of its rooms: everything up to `at` of this epoch was sent to it. */
export interface Cursor {
  epoch: string;
  /** Microseconds, roughly: see the clock in the contract. */
  at: number;
}

export const formatCursor = ({ epoch, at }: Cursor) => `${epoch}.${at}`;

/** Undefined when the text is no cursor of ours. */
export function parseCursor(text: string): Cursor | undefined {
  const [, epoch, at] = /^(\d{1,16})\.(\d{1,16})$/.exec(text) ?? [];
  return epoch && at ? { epoch, at: Number(at) } : undefined;
}
