/** An expected failure: its message is shown without a stack. */
export class Failure extends Error {
  /** @param {string} message @param {{ cause?: unknown }} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = 'Failure';
  }
}

/**
 * A stack only for unexpected errors.
 * @param {unknown} error
 */
export function describeFailure(error) {
  if (error instanceof Failure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
