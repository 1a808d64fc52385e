import type { IncomingMessage, Server } from 'node:http';
import { proxyMessageBytesMax } from '@vexil/rules/proxy.rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';

const keyForm = /^[+/0-9A-Za-z]{22}==$/;

/**
 * Whether the request is one that can become a WebSocket; everything else is answered as an ordinary request. Fastify's
 * plugin has marked those that came as an upgrade.
 */
export function isWebSocketUpgrade({ ws, method, headers }: FastifyRequest): boolean {
  return (
    Boolean(ws) &&
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    keyForm.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-version'] === '13'
  );
}

/**
 * Accepts upgrades of calls that decide first. It has a server of its own, because the messages of hubs are small and
 * those of a relay are not. `accept` gives null when the client is gone by now.
 */
export function createUpgrader(server: Server): {
  accept(request: FastifyRequest, reply: FastifyReply): WebSocket | null;
} {
  // What the client sent behind its request is handed to listeners of this event only.
  const heads = new WeakMap<IncomingMessage, Buffer>();
  server.prependListener('upgrade', (request, _socket, head: Buffer) => heads.set(request, head));
  const upgrades = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: proxyMessageBytesMax,
    handleProtocols: () => false,
  });
  return {
    accept({ raw }, reply) {
      let accepted: WebSocket | null = null;
      reply.hijack();
      // It calls back before it returns, or not at all.
      upgrades.handleUpgrade(raw, raw.socket, heads.get(raw) ?? Buffer.alloc(0), (socket) => {
        accepted = socket;
      });
      return accepted;
    },
  };
}
