/** A place in a window of a stream; `owner` is the participation whose flag it is. */
export interface FoundMatch {
  start: number;
  end: number;
  owner?: number;
}

/** Looks through windows of one side of a stream. */
export interface Matcher {
  /** Matches that end behind `seenBytes`, the part that an earlier window had. Throws `SlowPatternError`. */
  find(window: Buffer, seenBytes: number): FoundMatch[];
}

/** The regular expression took too long for one window. */
export class SlowPatternError extends Error {
  override readonly name = 'SlowPatternError';

  constructor() {
    super('The regular expression takes too long.');
  }
}
