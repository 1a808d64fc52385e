import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@vexil/contract/errors';
import { addressLengthMax, headBytesMax, kibibytes } from '../guard/limits';
import { nextRequestId } from '../observe/request-id';
import { errorText } from './i18n';

type BrokenRequest = Error & { code?: string; rawPacket?: unknown };

const reasons: Record<number, string> = {
  408: 'Request Timeout',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
};

function codeOf({ code, rawPacket }: BrokenRequest): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request.timeout';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'request.invalid';
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, addressLengthMax) : '';
  return /^[A-Z]+ \S*$/.test(start) ? 'request.addressTooLong' : 'request.headersTooLarge';
}

/** Nothing of a broken request can be trusted, its language included, so the connection ends. */
export function answerBrokenRequest(error: BrokenRequest, socket: Socket): void {
  // A browser that opened a connection in advance has sent no request to answer.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const code = codeOf(error);
  const limit = kibibytes(code === 'request.addressTooLong' ? addressLengthMax : headBytesMax);
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
