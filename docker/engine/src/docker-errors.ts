import { EngineError, type EngineErrorCode } from './engine';

/** `statusCode` of an engine reply, `code` of a broken connection. */
interface DockerFailure {
  statusCode?: number;
  code?: string;
  reason?: string;
  message?: string;
  json?: { message?: string } | string | null;
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EACCES',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const CAPACITY =
  /port is already allocated|address already in use|all ports are allocated|no space left|cannot allocate memory|address pool|too many open files|exceeded maximum/i;
const BROKEN_IMAGE =
  /executable file not found|no command specified|exec format error|^(?=[\s\S]*exec)[\s\S]*no such file/i;

export function statusOf(error: unknown): number | undefined {
  return (error as DockerFailure | null)?.statusCode;
}

export function messageOf(error: unknown): string {
  const failure = error as DockerFailure | null;
  if (typeof failure?.json === 'object' && failure.json?.message !== undefined) return failure.json.message;
  return failure?.message ?? String(error);
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

export function isConnectionError(error: unknown): boolean {
  const failure = error as DockerFailure | null;
  return CONNECTION_CODES.has(failure?.code ?? '') || failure?.message === 'socket hang up';
}

// Container ids give access to the proxy.
const withoutIds = (text: string) => text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '(id)');

export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const message = withoutIds(messageOf(error));
  return new EngineError(codeOf(error, message), `The container engine refused: ${message}`, { cause: error });
}

function codeOf(error: unknown, message: string): EngineErrorCode {
  if (isConnectionError(error)) return 'engineDown';
  if (CAPACITY.test(message)) return 'noCapacity';
  if (BROKEN_IMAGE.test(message)) return 'exitedEarly';
  const status = statusOf(error);
  if (status === 404 && /no such image/i.test(message)) return 'imageMissing';
  if (status !== undefined && status < 500) return 'invalidSpec';
  return 'engineDown';
}

/** Up to three attempts on 5xx, a broken connection, 409 (removal under way) and 403 (network in use). */
export async function retrying<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      const status = statusOf(error) ?? 0;
      const passing = status >= 500 || status === 409 || status === 403 || isConnectionError(error);
      if (!passing || attempt === 3) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }
}
