/** A reason to end that the person at the terminal can act upon; its message is shown as it is. */
export class Failure extends Error {
  /** @param {string} message @param {{ cause?: unknown }} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = 'Failure';
  }
}

/**
 * The text to show for anything thrown: a Failure's message, else the whole stack.
 * @param {unknown} error
 */
export function describeFailure(error) {
  if (error instanceof Failure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
