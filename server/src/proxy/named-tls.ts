import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { DomainError, invariant } from '@vexil/contract/errors';
import {
  handshakeMsMax,
  handshakesMin,
  handshakesOfAddressMin,
  handshakesPartOfRelays,
  relayPartOfAddress,
} from '@vexil/http/guard/limits';
import { senderOf } from '@vexil/http/guard/sender';
import { SenderSlots } from '@vexil/http/guard/sender-slots';
import { namedProxies, trustedProxies } from '@vexil/http/guard/trusted-proxies';
import { isUnderDomain } from '@vexil/rules/container-names.rules';
import type { FastifyInstance } from 'fastify';
import type { RelayPeer } from '../capture-recorder/relay-tap';
import { openCertificate } from './certificate';
import { createFindNamed } from './names.service';
import { openTarget } from './proxy.service';
import { readProxyLine } from './proxy-protocol';
import type { Relays } from './relays';
import { startStreamRelay } from './stream-relay';
import { tapSocket } from './tap';

const reloadMs = 10_000;

export interface NamedTls {
  port: number;
  /** Reads the files of the certificate again. */
  reload(): Promise<void>;
  /** Takes no more connections. */
  close(): void;
}

/** TCP in TLS on a port of its own: the server name chooses the instance, whose port gets the plain bytes. */
export async function listenForNamedTls(app: FastifyInstance, relays: Relays): Promise<NamedTls> {
  const { deps } = app;
  const { containerDomain, containerTlsPort, containerTls, relayConnectionsMax, rateLimit, host, trustProxy } =
    deps.config;
  invariant(containerDomain && containerTls && containerTlsPort !== null, 'The settings are checked at the start.');
  const certificate = await openCertificate(containerTls, deps.log);
  const find = createFindNamed(deps);
  const isNamed = namedProxies(trustProxy);
  if (!isNamed && trustedProxies(trustProxy)) {
    deps.log.warn(
      { event: 'proxy.lines_refused' },
      'TRUST_PROXY names no address, so a line of the PROXY protocol is refused on CONTAINER_TLS_PORT',
    );
  }
  const pendingMax = Math.max(handshakesMin, Math.ceil(relayConnectionsMax * handshakesPartOfRelays));
  const addressMax = Math.max(handshakesOfAddressMin, Math.ceil(pendingMax * relayPartOfAddress));
  const limits = { account: 0, address: addressMax, anonymous: pendingMax };
  const pending = new SenderSlots(pendingMax, rateLimit ? limits : undefined);
  const peers = new WeakMap<TLSSocket | Socket, { peer: RelayPeer; settled: () => void }>();

  const tls = createTlsServer({
    ...certificate.pem(),
    allowHalfOpen: true,
    handshakeTimeout: handshakeMsMax,
    SNICallback: (name, done) => {
      if (isUnderDomain(name, containerDomain)) done(null, certificate.context());
      else done(new Error('The server name belongs to no instance.'));
    },
  });

  async function serve(socket: TLSSocket, peer: RelayPeer): Promise<void> {
    const name = socket.servername || '';
    const target = await find(name, () => app.spend('proxy', { actor: null, ip: peer.address }));
    const { tcp: container, admission } = await openTarget(relays.admission, target, { peer, isCounted: true });
    if (socket.destroyed) {
      container.destroy();
      await admission.release();
      return;
    }
    await relays
      .run({ target, container, peer }, (options) => {
        if (options.tap) tapSocket(container, options.tap);
        return startStreamRelay(socket, container, options);
      })
      .finally(() => admission.release());
  }

  tls.on('secureConnection', (socket) => {
    // The socket that TLS was started on; there is no public way from one to the other.
    const { _parent: raw } = socket as TLSSocket & { _parent: Socket };
    const known = peers.get(raw);
    known?.settled();
    socket.on('error', () => {});
    if (!known) {
      socket.destroy();
      return;
    }
    serve(socket, known.peer).catch((err) => {
      socket.destroy();
      if (!(err instanceof DomainError))
        deps.log.error({ event: 'proxy.named_failed', err }, 'A connection to an instance failed');
    });
  });

  async function accept(raw: Socket): Promise<void> {
    const { remoteAddress = '', remotePort = 0 } = raw;
    raw.on('error', () => raw.destroy());
    const named = isNamed?.(remoteAddress, 0) ? await withinMs(raw, readProxyLine(raw)) : null;
    const peer: RelayPeer = { address: remoteAddress, port: remotePort, ...named, accountId: null };
    const sender = senderOf({ actor: null, ip: peer.address });
    if (pending.refusalOf(sender)) {
      relays.stats.refused.sender += 1;
      raw.destroy();
      return;
    }
    const settled = pending.take(sender);
    raw.once('close', settled);
    peers.set(raw, { peer, settled });
    tls.emit('connection', raw);
  }

  const server: Server = createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true }, (raw) => {
    accept(raw).catch(() => raw.destroy());
  });
  server.maxConnections = 2 * relayConnectionsMax;
  server.listen(containerTlsPort, host);
  await once(server, 'listening');
  const reload = async () => {
    if (await certificate.reload()) tls.setSecureContext(certificate.pem());
  };
  const timer = setInterval(() => void reload(), reloadMs);
  timer.unref();
  return {
    port: (server.address() as AddressInfo).port,
    reload,
    close() {
      clearInterval(timer);
      server.close();
    },
  };
}

/** A client that sends nothing must not wait for ever before the time of the handshake begins. */
async function withinMs<T>(raw: Socket, read: Promise<T>): Promise<T> {
  const timer = setTimeout(() => raw.destroy(), handshakeMsMax);
  try {
    return await read;
  } finally {
    clearTimeout(timer);
  }
}
