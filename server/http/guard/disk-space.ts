import { DomainError } from '@vexil/contract/errors';
import fp from 'fastify-plugin';
import { addsToDisk, diskStateOf } from './disk-space.rules';
import { fullBelowBytes, noSpaceRetrySeconds } from './limits';

/** Refuses writes in time: a PostgreSQL without room for its log stops, and reads stop with it. */
export const diskSpacePlugin = fp(async (app) => {
  async function requireSpace(): Promise<void> {
    const freeBytes = await app.deps.diskSpace.freeBytes();
    if (freeBytes !== null && diskStateOf(freeBytes) === 'full') {
      throw new DomainError('request.noSpace', {
        retryAfterSeconds: noSpaceRetrySeconds,
        cause: new Error(`${freeBytes} bytes are free, less than ${fullBelowBytes}`),
      });
    }
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (addsToDisk(request.method, request.url)) requireSpace().then(() => done(), done);
    else done();
  });
});
