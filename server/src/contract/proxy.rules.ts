/** Of one container over all servers. */
export const proxyConnectionsMax = 32;
export const proxyLifetimeMs = 30 * 60 * 1000;
/** The longest message; longer ones end the connection with code 1009. */
export const proxyMessageBytesMax = 1024 * 1024;
