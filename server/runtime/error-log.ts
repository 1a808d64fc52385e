export interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  cause?: LoggedError;
}

const causesMax = 5;

function messageOf(error: Error): string {
  // Drizzle's messages contain values: password hashes, tokens, sealed flags.
  const { query, params } = error as { query?: unknown; params?: unknown };
  const message = typeof query === 'string' && params !== undefined ? `Failed query: ${query}` : error.message;
  // A container's id opens its proxy's address.
  return message.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '(id)');
}

function describe(error: unknown, causesLeft: number): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something that is no error was thrown', stack: '' };
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: messageOf(error),
    stack: frames.join('\n'),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(error.cause !== undefined && causesLeft > 0 ? { cause: describe(error.cause, causesLeft - 1) } : {}),
  };
}

/** For `serializers.err`: logs harmless members only, since errors carry statement values and whole rows. */
export const describeError = (error: unknown): LoggedError => describe(error, causesMax);
