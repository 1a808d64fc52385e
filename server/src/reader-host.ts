import type { FastifyRequest } from 'fastify';

/** The host that a reader came by, for what is shown to that reader alone; null when the request names none. */
export const readerHostOf = (request: FastifyRequest): string | null => request.hostname || null;
