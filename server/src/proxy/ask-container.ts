import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { replyHeaders, requestHeaders } from './forward-headers';

/** The request as the client sent it, without its body. */
export function askContainer(
  container: Socket,
  request: IncomingMessage,
  upgrade: string | null = null,
): ClientRequest {
  const upstream = httpRequest({
    createConnection: () => container,
    method: request.method,
    path: request.url,
    headers: requestHeaders(request.rawHeaders, { upgrade }),
    setHost: false,
    // Programs under attack answer oddly. What a client gets has a length of ours, so that nothing odd about it passes.
    insecureHTTPParser: true,
  });
  // By default Node hides headers after the first thousand, of which it has still believed those about the length.
  upstream.maxHeadersCount = 0;
  return upstream;
}

/** RFC 9112, 6.3: a reply whose length can be understood in two ways is an attack on the next client. */
function isUnclear({ statusCode = 0, headers }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding'];
  if (statusCode < 200) return true;
  return encoding !== undefined && (headers['content-length'] !== undefined || encoding.toLowerCase() !== 'chunked');
}

interface Answer {
  reply: IncomingMessage;
  container: Socket;
  request: IncomingMessage;
  response: ServerResponse;
  /** The reply cannot be passed on, or not to its end. */
  fail(): void;
}

/**
 * Passes a reply on with its length counted. A proxy in front gives what follows a reply to the next person, so the connection
 * ends where a reply is not as long as it says. It says so beforehand: nginx takes a server out, for everybody, that closes a
 * connection it counts on.
 */
export function relayReply({ reply, container, request, response, fail }: Answer): void {
  const { statusCode = 0, statusMessage, headers, rawHeaders } = reply;
  const length = headers['content-length'];
  if (isUnclear(reply)) {
    fail();
    return;
  }
  let left = Number(length ?? Number.POSITIVE_INFINITY);
  const hasNoBody = request.method === 'HEAD' || statusCode === 204 || statusCode === 304;
  const isEndless = !hasNoBody && length === undefined && headers['transfer-encoding'] === undefined;

  function begin(): void {
    if (response.headersSent || response.destroyed) return;
    // Node closes the connection where bytes are malformed, or follow the reply; those that come later are not read.
    if (container.destroyed && !reply.complete) {
      fail();
      return;
    }
    // The end of a connection does not say whether it is the end of the reply as well.
    if (container.destroyed || isEndless) response.shouldKeepAlive = false;
    // Dates are the container's.
    response.sendDate = false;
    try {
      response.writeHead(statusCode, statusMessage, replyHeaders(rawHeaders, { statusCode }));
    } catch {
      fail();
      return;
    }
    reply.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) fail();
    });
    reply.on('error', fail);
    reply.pipe(response);
  }
  // Node reads on in what came with the headers before that.
  process.nextTick(begin);
}
