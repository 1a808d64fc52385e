// Links in mails carry tokens, so the address they begin with decides who gets the token. Host and X-Forwarded-Host come
// from the client: it could request a password reset for another person and name a host of its own.
// Without PUBLIC_URL the request's origin is believed only when it is the very socket the request came in through, by
// number, by the name in HOST, or as localhost. The port counts as well: players run programs on other ports of what may
// be the same machine. Behind a proxy, and wherever people come by a name, PUBLIC_URL has to be set.

import type { Config } from '@vexil/runtime/config';
import type { FastifyRequest } from 'fastify';

const everyAddress = new Set(['0.0.0.0', '::']);
const loopback = /^(127\.\d+\.\d+\.\d+|::1)$/;

function hostOf(request: FastifyRequest): URL | null {
  const { host } = request.headers;
  const url = `http://${host ?? ''}`;
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url) : null;
}

/** What links begin with, without a trailing slash; null when nothing can be trusted to be ours. */
export function linkOriginOf(config: Pick<Config, 'publicUrl' | 'host'>, request: FastifyRequest): string | null {
  if (config.publicUrl !== null) return config.publicUrl;
  const url = hostOf(request);
  const { localAddress = '', localPort } = request.socket;
  if (!url || Number(url.port || 80) !== localPort) return null;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const address = localAddress.replace(/^::ffff:/, '');
  const ours =
    name === address ||
    (name === 'localhost' && loopback.test(address)) ||
    (name === config.host.toLowerCase() && !everyAddress.has(name));
  return ours ? url.origin : null;
}
