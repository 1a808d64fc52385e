import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@vexil/contract/errors';
import type { RelayEnd } from '../capture-recorder/relay-tap';
import { askContainer, relayReply } from './ask-container';
import { replyHeaders } from './forward-headers';
import { sendNamePage } from './name-page';
import { closedOf, endTap, type Relay, type RelayOptions, totalsOf } from './relay';
import { type RelayEnding, startRelayTimer } from './relay-endings';
import { startStreamRelay } from './stream-relay';
import { tapSocket } from './tap';

export interface UpgradeExchange {
  request: IncomingMessage;
  /** On the socket of the client; used while the container does not accept the upgrade. */
  response: ServerResponse;
  /** Bytes that the client sent right behind its request. */
  head: Buffer;
  container: Socket;
}

/** Time for a container to accept or refuse. */
const answerMs = 30_000;

/**
 * Asks the container for the upgrade and then relays bytes. A refusal is passed on as a reply that ends the connection:
 * a proxy in front would otherwise use it for requests of other clients.
 */
export function startUpgrade(exchange: UpgradeExchange, options: RelayOptions): Relay {
  const { request, response, head, container } = exchange;
  const { socket } = request;
  const upgrade = request.headers.upgrade ?? '';
  let relay: Relay | undefined;
  let isAnswered = false;
  let endedBy: RelayEnd | undefined;
  if (options.tap) tapSocket(container, options.tap);
  const timer = startRelayTimer({ ...options, idleMs: answerMs }, { end });
  const upstream = askContainer(container, request, upgrade);

  function fail(): void {
    endedBy ??= 'container';
    if (response.headersSent) socket.destroy();
    else sendNamePage(request, response, new DomainError('proxy.unreachable'));
    container.destroy();
  }

  function end(reason: RelayEnding): void {
    endedBy ??= reason;
    if (relay) relay.end(reason);
    else fail();
  }

  function accept(reply: IncomingMessage, first: Buffer, settle: (ended: Promise<RelayEnd>) => void): void {
    timer.stop();
    response.sendDate = false;
    try {
      const headers = replyHeaders(reply.rawHeaders, { statusCode: 101, upgrade: reply.headers.upgrade ?? upgrade });
      response.writeHead(101, reply.statusMessage, headers);
    } catch {
      fail();
      return;
    }
    response.flushHeaders();
    response.detachSocket(socket);
    if (first.length > 0) socket.write(first);
    if (head.length > 0) container.write(head);
    relay = startStreamRelay(socket, container, options);
    settle(relay.ended);
  }

  /** Settles with the relay after an upgrade, and without one when both sides have closed. */
  const ended = new Promise<RelayEnd>((resolve) => {
    upstream.on('upgrade', (reply, _container, first) => accept(reply, first, resolve));
    const both = [closedOf(socket), closedOf(container)];
    socket.once('close', () => {
      if (relay) return;
      endedBy ??= 'client';
      container.destroy();
    });
    void Promise.all(both).then(() => {
      if (relay) return;
      timer.stop();
      resolve(endTap(options.tap, endedBy ?? 'container'));
    });
  });
  upstream.on('response', (reply) => {
    endedBy ??= 'container';
    isAnswered = true;
    relayReply({ reply, container, request, response, fail });
  });
  upstream.on('error', () => {
    if (!isAnswered) fail();
  });
  upstream.end();
  return {
    ended,
    totals: totalsOf(container),
    buffered: () => ({ forClient: socket.writableLength, forContainer: container.writableLength, incomplete: 0 }),
    end,
    destroy: () => {
      socket.destroy();
      container.destroy();
    },
  };
}
