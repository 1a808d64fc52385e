import { DomainError } from '@vexil/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { sendRefusal } from '../reply/errors';
import { addressLengthMax, kibibytes } from './limits';

/** Undefined for an address that may be read. */
export function refusalOfAddress({ url }: Pick<FastifyRequest, 'url'>): DomainError | undefined {
  if (url.length <= addressLengthMax) return undefined;
  return new DomainError('request.addressTooLong', { params: { limit: kibibytes(addressLengthMax) } });
}

/** Node reads no further request from the connection of an upgrade, so the reply to a refused one has to end it. */
function endAfterReply({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): void {
  raw.shouldKeepAlive = false;
  raw.once('finish', () => socket.destroySoon());
}

function takesUpgrade({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return method === 'GET' && (config.isHub || config.route?.upgrade !== undefined);
}

/** Refuses by the address and the `Upgrade` header alone, before a slot, a session or an expression over the address. */
export const requestHeadPlugin = fp(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.ws) endAfterReply(request, reply);
    const tooLong = refusalOfAddress(request);
    if (tooLong) done(tooLong);
    else if (!request.ws || takesUpgrade(request)) done();
    else sendRefusal(request, reply, { code: request.is404 ? 'request.notFound' : 'request.upgradeRefused' });
  });
});
