import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@vexil/contract/errors';
import { errorText } from '../i18n';
import { nextRequestId } from '../request-id';

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request.tooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};
const reasons: Record<number, string> = { 408: 'Request Timeout', 413: 'Content Too Large' };
const limit = `${Math.floor(maxHeaderSize / 1024)} KiB`;

/** Nothing of a broken request can be trusted, its language included, so the connection ends. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // A browser that opened a connection in advance has sent no request to answer.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const code = codes[error.code ?? ''] ?? 'request.invalid';
  const { status } = errorCatalogue[code];
  const body = JSON.stringify({ title: errorText(code, 'en-US', { limit }), status, code });
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${nextRequestId()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
