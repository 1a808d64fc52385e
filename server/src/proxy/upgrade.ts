import type { IncomingMessage, Server } from 'node:http';
import { proxyMessageBytesMax, relayProtocol } from '@vexil/rules/proxy.rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';

const keyForm = /^[+/0-9A-Za-z]{22}==$/;

export function isWebSocketUpgrade({ ws, method, headers }: FastifyRequest): boolean {
  return (
    Boolean(ws) &&
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    keyForm.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-version'] === '13'
  );
}

/** A WebSocket server of its own, for larger messages than hubs. `accept` gives null when the client has left. */
export function createUpgrader(server: Server): {
  accept(request: FastifyRequest, reply: FastifyReply): WebSocket | null;
} {
  // Bytes that the client sent right after its request are passed to listeners of this event only.
  const heads = new WeakMap<IncomingMessage, Buffer>();
  server.prependListener('upgrade', (request, _socket, head: Buffer) => heads.set(request, head));
  const upgrades = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: proxyMessageBytesMax,
    handleProtocols: (offered) => offered.has(relayProtocol) && relayProtocol,
  });
  return {
    accept({ raw }, reply) {
      let accepted: WebSocket | null = null;
      reply.hijack();
      // Synchronous: it calls back before it returns, or never.
      upgrades.handleUpgrade(raw, raw.socket, heads.get(raw) ?? Buffer.alloc(0), (socket) => {
        accepted = socket;
        // The socket would otherwise hold response and request for as long as the connection is open.
        reply.raw.detachSocket(raw.socket);
      });
      return accepted;
    },
  };
}
