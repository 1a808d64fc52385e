import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RelayEnd } from '../capture-recorder/relay-tap';
import { askContainer, relayReply } from './ask-container';
import { closedOf, endTap, type Relay, type RelayOptions, totalsOf } from './relay';
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

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;

/** One request and its reply, streamed both ways. */
export function startExchange(exchange: Exchange, { tap, ...times }: RelayOptions): Relay {
  const { request, response, container, fail } = exchange;
  let endedBy: RelayEnd | undefined;
  let isAnswered = false;
  const timer = startRelayTimer(times, { end });
  if (tap) tapSocket(container, tap);
  const upstream = askContainer(container, request);

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
    isAnswered = true;
    relayReply({ reply, container, request, response, fail: abandon });
  });
  // No client asked for one here.
  upstream.on('upgrade', abandon);
  upstream.on('error', () => {
    endedBy ??= 'container';
    // An answer that came before the whole request is an answer.
    if (!isAnswered) abandon();
  });
  container.on('data', timer.touch);
  request.on('data', timer.touch);
  request.on('error', () => {});
  response.on('error', () => {});
  if (hasBody(request)) {
    // The body may come late, and the answer may not wait for it.
    upstream.flushHeaders();
    request.pipe(upstream);
  } else upstream.end();

  const clientGone = new Promise<void>((resolve) => {
    response.once('close', () => {
      endedBy ??= response.writableFinished ? 'container' : 'client';
      timer.stop();
      container.destroy();
      // A body that goes on after its answer belongs to no one; unread, it would hold up the next request.
      request.unpipe(upstream).resume();
      resolve();
    });
  });
  return {
    ended: Promise.all([clientGone, closedOf(container)]).then(() => endTap(tap, endedBy)),
    totals: totalsOf(container),
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
