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

/** Name of the constraint that refused a statement; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const failure = findFailure(error);
  return failure?.code.startsWith('23') ? failure.constraint_name : undefined;
}

/** Whether the transaction may be retried: a serialisation failure or a deadlock. */
export function isRetryable(error: unknown): boolean {
  const code = findFailure(error)?.code;
  return code === '40001' || code === '40P01';
}

/** Whether a statement took longer than `statement_timeout`. */
export const isCancelled = (error: unknown): boolean => findFailure(error)?.code === '57014';

/** Whether a value cannot be stored: a text with a NUL, or a number out of the column's range. */
export function isUnstorable(error: unknown): boolean {
  const code = findFailure(error)?.code;
  return code === '22021' || code === '22P05' || code === '22003';
}

const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether the disk or a quota of PostgreSQL or of a file is full. */
export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && diskFullCodes.has(String(current.code))) return true;
  }
  return false;
}

const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT']);

/** Whether PostgreSQL restarts or the connection was lost. The statement under way may have been executed. */
export function isOutOfReach(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, severity } = current as { code?: unknown; severity?: unknown };
    // A FATAL error ends the connection; codes in words are the driver's own.
    if (severity === 'FATAL' || severity === 'PANIC') return true;
    if (typeof code === 'string' && (/^CONNECT(ION)?_/.test(code) || networkErrors.has(code))) return true;
  }
  return false;
}
