/** Its text is for the user, without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** A file that cannot be read is an error; one that does not exist is none. */
export function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw new CliError(error.message);
}
