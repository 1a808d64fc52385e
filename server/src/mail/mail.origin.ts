// Links in mails carry tokens, and Host and X-Forwarded-Host come from the client, who could request a reset for
// another account and name an own host. Without PUBLIC_URL only the very socket of the request is trusted: by number,
// by the name in HOST or as localhost, with its port, because players run programs on other ports.

import type { Config } from '@vexil/runtime/config';
import type { FastifyRequest } from 'fastify';

const everyAddress = new Set(['0.0.0.0', '::']);
const loopback = /^(127\.\d+\.\d+\.\d+|::1)$/;

function hostOf(request: FastifyRequest): URL | null {
  const { host } = request.headers;
  const url = `http://${host ?? ''}`;
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(url) ? new URL(url) : null;
}

/** Without a trailing slash; null when no origin can be trusted. */
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

/** For links that only their reader gets, so the host that they name harms no one else. */
export const originOf = (config: Pick<Config, 'publicUrl' | 'host'>, request: FastifyRequest): string =>
  linkOriginOf(config, request) ?? `${request.protocol}://${request.host}`;
