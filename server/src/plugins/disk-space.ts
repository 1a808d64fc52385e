import { DomainError } from '@vexil/contract/errors';
import fp from 'fastify-plugin';
import { addsToDisk, diskStateOf, fullBelowBytes } from './disk-space.rules';

/**
 * Refuses what would be stored while there is next to no space. PostgreSQL that finds no room for its log ends, and takes
 * every page along; refused in time, reads go on, and so does everything else as soon as there is room.
 */
export const diskSpacePlugin = fp(async (app) => {
  app.addHook('onRequest', async (request) => {
    if (!addsToDisk(request.method, request.url)) return;
    const freeBytes = await app.deps.diskSpace.freeBytes();
    if (freeBytes !== null && diskStateOf(freeBytes) === 'full') {
      throw new DomainError('request.noSpace', {
        retryAfterSeconds: 30,
        cause: new Error(`${freeBytes} bytes are free, less than ${fullBelowBytes}`),
      });
    }
  });
});
