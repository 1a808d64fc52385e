/** PostgreSQL's fields of an error that came through postgres.js, with or without Drizzle around it. */
interface PostgresFailure {
  code: string;
  constraint_name?: string;
}

function findFailure(error: unknown): PostgresFailure | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code)) {
      return current as Error & PostgresFailure;
    }
  }
  return undefined;
}

/** Name of the unique, check or foreign key constraint that refused a statement; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const failure = findFailure(error);
  return failure?.code.startsWith('23') ? failure.constraint_name : undefined;
}

/** Whether PostgreSQL asks for the transaction to be run again: a serialisation failure or a deadlock. */
export function isRetryable(error: unknown): boolean {
  const code = findFailure(error)?.code;
  return code === '40001' || code === '40P01';
}

/**
 * Whether a value of the caller's cannot be stored at all: a text with a NUL in it, or a number beyond its column.
 * Schemas let both pass where nothing says otherwise.
 */
export function isUnstorable(error: unknown): boolean {
  const code = findFailure(error)?.code;
  return code === '22021' || code === '22P05' || code === '22003';
}

const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether a disk or a quota is full: PostgreSQL's, or that of a file. */
export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && diskFullCodes.has(String(current.code))) return true;
  }
  return false;
}

const lineErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT']);

/**
 * Whether PostgreSQL was not there to answer: it restarts, or the line to it broke. What was under way may have been
 * stored all the same.
 */
export function isOutOfReach(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, severity } = current as { code?: unknown; severity?: unknown };
    // What is fatal ends the connection; the names in words are the driver's own.
    if (severity === 'FATAL' || severity === 'PANIC') return true;
    if (typeof code === 'string' && (/^CONNECT(ION)?_/.test(code) || lineErrors.has(code))) return true;
  }
  return false;
}
