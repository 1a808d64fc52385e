import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RelayEnd } from '../relay-tap';
import { replyHeaders, requestHeaders } from './forward-headers';
import type { Relay, RelayOptions } from './relay';
import { type RelayEnding, startRelayTimer } from './relay-endings';
import { tapSocket } from './tap';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Connected, and used for this exchange only. */
  container: Socket;
  /** Answers in place of a container that does not. */
  fail(): void;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** One request and its reply, streamed both ways. */
export function startExchange(exchange: Exchange, { tap, ...times }: RelayOptions): Relay {
  const { request, response, container, fail } = exchange;
  let endedBy: RelayEnd | undefined;
  const timer = startRelayTimer(times, { end });
  if (tap) tapSocket(container, tap);
  const upstream = httpRequest({
    createConnection: () => container,
    method: request.method,
    path: request.url,
    headers: requestHeaders(request.rawHeaders),
    setHost: false,
    // Programs under attack answer oddly. One connection carries one reply, so nothing can follow it unseen.
    insecureHTTPParser: true,
  });

  function abandon(): void {
    if (response.headersSent) response.destroy();
    else fail();
    container.destroy();
  }

  function end(reason: RelayEnding): void {
    // A request in flight may end by itself; the server waits for it.
    if (reason === 'restart') return;
    endedBy ??= reason;
    abandon();
  }

  upstream.on('response', (reply) => {
    // Dates are the container's.
    response.sendDate = false;
    try {
      response.writeHead(reply.statusCode ?? 502, reply.statusMessage, replyHeaders(reply.rawHeaders));
    } catch {
      abandon();
      return;
    }
    reply.on('error', abandon);
    reply.on('end', () => {
      if (reply.rawTrailers.length > 0) response.addTrailers(reply.trailers as Record<string, string>);
    });
    reply.pipe(response);
  });
  upstream.on('error', () => {
    endedBy ??= 'container';
    // An answer that came before the whole request is an answer.
    if (!response.headersSent) abandon();
  });
  container.on('data', timer.touch);
  request.on('data', timer.touch);
  request.on('error', () => {});
  response.on('error', () => {});
  if (hasBody(request)) request.pipe(upstream);
  else upstream.end();

  const clientGone = new Promise<void>((resolve) => {
    response.once('close', () => {
      endedBy ??= response.writableFinished ? 'container' : 'client';
      timer.stop();
      container.destroy();
      resolve();
    });
  });
  const containerGone = new Promise<void>((resolve) => {
    if (container.closed) resolve();
    else container.once('close', () => resolve());
  });
  return {
    ended: Promise.all([clientGone, containerGone]).then(() => {
      const reason = endedBy ?? 'client';
      tap?.end(reason);
      return reason;
    }),
    totals: {
      get toContainerBytes() {
        return container.bytesWritten;
      },
      get toClientBytes() {
        return container.bytesRead;
      },
    },
    buffered: () => ({
      forClient: response.writableLength,
      forContainer: container.writableLength + upstream.writableLength,
      incomplete: 0,
    }),
    end,
    destroy: () => {
      response.destroy();
      container.destroy();
    },
  };
}
