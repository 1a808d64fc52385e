import { compile } from '@fastify/proxy-addr';
import type { Config } from '@vexil/runtime/config';

/** Whether the sender at an address, so many proxies away from us (0: on the connection itself), is a trusted proxy. */
export type IsTrusted = (address: string, hop: number) => boolean;

export function trustedProxies(trust: Config['trustProxy']): IsTrusted | undefined {
  if (trust === false || trust === 0) return undefined;
  if (typeof trust === 'number') return (_address, hop) => hop < trust;
  return trust === true ? () => true : compile(trust);
}

/**
 * For connections whose first line says who the client is: there is no chain to count, so a number, or `true`, would
 * believe every client.
 */
export function namedProxies(trust: Config['trustProxy']): IsTrusted | undefined {
  return Array.isArray(trust) ? compile(trust) : undefined;
}
