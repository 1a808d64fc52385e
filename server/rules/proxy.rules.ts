import type { ContainerKind } from '@vexil/db/enums/container';

/** Per container, over all servers. */
export const proxyConnectionsMax = 32;
/** Per container that all teams share. */
const sharedConnectionsMax = 2000;
export const connectionsMaxOf = (kind: ContainerKind): number =>
  kind === 'Shared' ? sharedConnectionsMax : proxyConnectionsMax;
/** Requests by name that an instance answers at once, per server; more wait. */
export const requestsMaxOf = (kind: ContainerKind): number =>
  kind === 'Shared' ? 8 * proxyConnectionsMax : proxyConnectionsMax;
export const proxyLifetimeMs = 30 * 60 * 1000;
/** Without a byte in either direction. */
export const proxyIdleMs = 15 * 60 * 1000;
/** Subprotocol of WebSockets in which an empty binary message ends the sender's direction, as FIN does in TCP. */
export const relayProtocol = 'vexil-relay';

/** Bytes; longer messages close the connection with code 1009. */
export const proxyMessageBytesMax = 1024 * 1024;

/** Minimum for new connections; open ones stay. */
export const ticketLifetimeMs = 10 * 60 * 1000;
/** Tickets within one step are equal, so a copied address stays stable. */
export const ticketStepMs = 5 * 60 * 1000;

/** Unix milliseconds. */
export const ticketExpiry = (nowMs: number): number =>
  Math.ceil((nowMs + ticketLifetimeMs) / ticketStepMs) * ticketStepMs;
