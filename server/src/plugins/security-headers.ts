// These headers are the same for each reply, so they are written once; put together anew for each request it
// took a sixth of the time of a board that has not changed.

import type { HstsSettings } from '@vexil/rules/public-host.rules';
import fp from 'fastify-plugin';
import { requestIdHeader } from '../request-id';

export interface SecurityOptions {
  /** Hashes of the page's own inline scripts, as a policy names them. */
  inlineScriptHashes: readonly string[];
  /** Origins of widgets that pages embed. */
  widgets: readonly string[];
  /** The value of Strict-Transport-Security; null for no header. */
  hsts: HstsSettings | null;
}

function hstsHeader(hsts: HstsSettings | null): Record<string, string> {
  if (!hsts) return {};
  const subDomains = hsts.includeSubDomains ? '; includeSubDomains' : '';
  return { 'strict-transport-security': `max-age=${hsts.maxAgeSeconds}${subDomains}` };
}

function policyOfPages({ inlineScriptHashes, widgets }: SecurityOptions): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes, ...widgets],
    // The web client's components set styles at elements; styles cannot run anything.
    'style-src': ["'self'", "'unsafe-inline'"],
    // Texts of organisers, and those of imported games, show pictures of other sites. `data:` is for /api/docs.
    'img-src': ["'self'", 'data:', 'https:'],
    // The build puts the smallest font into the style sheet.
    'font-src': ["'self'", 'data:'],
    // The own hubs included: browsers take `ws:` and `wss:` to the own host for 'self'.
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-src': widgets.length > 0 ? widgets : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';');
}

/** Of pages, and of everything that a page may load; names are in lower case. */
function headersOfPages(options: SecurityOptions): Record<string, string> {
  return {
    ...headersOfCalls(options),
    'content-security-policy': policyOfPages(options),
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
}

/**
 * Of declared calls. Their replies are no documents: a browser that opens one as a page gets one that may load, run and be
 * framed by nothing, and what is said about the window, the process or the links of a page has no meaning there.
 */
function headersOfCalls({ hsts }: SecurityOptions): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...hstsHeader(hsts),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  };
}

/** A handler may say otherwise for its own reply. */
export const securityHeadersPlugin = fp<SecurityOptions>(async (app, options) => {
  const ofPages = headersOfPages(options);
  const ofCalls = headersOfCalls(options);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.route ? ofCalls : ofPages);
    reply.header(requestIdHeader, request.id);
    done();
  });
});
