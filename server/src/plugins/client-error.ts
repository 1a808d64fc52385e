import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '../contract/errors';
import { errorText } from '../i18n';

const codes: Record<string, ErrorCode> = { HPE_HEADER_OVERFLOW: 'request.tooLarge' };

/**
 * Answers what is no HTTP at all in the one form of refusals. Nothing of the request can be believed, its language
 * neither, and the connection ends.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codes[error.code ?? ''] ?? 'request.invalid';
  const { status } = errorCatalogue[code];
  const body = JSON.stringify({ title: errorText(code, 'en-US'), status, code });
  const head = [
    `HTTP/1.1 ${status} ${status === 413 ? 'Content Too Large' : 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
