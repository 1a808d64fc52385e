import { trustWarning } from '@vexil/runtime/trust-proxy.settings';
import fp from 'fastify-plugin';
import { trustedProxies } from './trusted-proxies';

/** Of a network for documentation, so no client has it: the check of the public address sends it. */
export const inventedAddress = '192.0.2.66';
const names = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'] as const;

/** Behind an untrusted proxy all clients share its address and budgets, and cookies are not `Secure`. */
export const forwardedWarningPlugin = fp(async (app) => {
  if (app.deps.config.trustProxy === true) app.log.warn({ event: 'server.proxy_trusts_all' }, trustWarning);
  if (trustedProxies(app.deps.config.trustProxy)) return;
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned) {
      const header = names.find((name) => ![undefined, inventedAddress].includes(request.headers[name]?.toString()));
      if (header !== undefined) {
        hasWarned = true;
        app.log.warn(
          { event: 'server.proxy_untrusted', header },
          'A request came with a forwarded header, which is ignored because TRUST_PROXY is not set. If a proxy stands in ' +
            'front of this server, set TRUST_PROXY to 1, the number of proxies, or to its address; otherwise all clients ' +
            'count as one address',
        );
      }
    }
    done();
  });
});
