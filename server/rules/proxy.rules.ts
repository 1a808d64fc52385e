/** Per container, over all servers. */
export const proxyConnectionsMax = 32;
export const proxyLifetimeMs = 30 * 60 * 1000;
/** Bytes; longer messages close the connection with code 1009. */
export const proxyMessageBytesMax = 1024 * 1024;

/** Minimum for new connections; open ones stay. */
export const ticketLifetimeMs = 10 * 60 * 1000;
/** Tickets within one step are equal, so a copied address stays stable. */
export const ticketStepMs = 5 * 60 * 1000;

/** Unix milliseconds. */
export const ticketExpiry = (nowMs: number): number =>
  Math.ceil((nowMs + ticketLifetimeMs) / ticketStepMs) * ticketStepMs;
