/** Of one container over all servers. */
export const proxyConnectionsMax = 32;
export const proxyLifetimeMs = 30 * 60 * 1000;
/** The longest message; longer ones end the connection with code 1009. */
export const proxyMessageBytesMax = 1024 * 1024;

/** How long the ticket of a test container opens new connections, at least; open ones stay. */
export const ticketLifetimeMs = 10 * 60 * 1000;
/** Tickets made within one step are the same, so that an address does not change under the eyes of who copies it. */
export const ticketStepMs = 5 * 60 * 1000;

/** When a ticket made at a time ends; both in Unix milliseconds. */
export const ticketExpiry = (nowMs: number): number =>
  Math.ceil((nowMs + ticketLifetimeMs) / ticketStepMs) * ticketStepMs;
