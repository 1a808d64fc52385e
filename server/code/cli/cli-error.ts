/** Its text is for the user, without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
