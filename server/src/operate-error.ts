/** Ends the command with its message and exit code 1. */
export class OperateError extends Error {
  override readonly name = 'OperateError';
}
