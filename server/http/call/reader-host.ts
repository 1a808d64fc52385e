import type { FastifyRequest } from 'fastify';

export const readerHostOf = (request: FastifyRequest): string | null => request.hostname || null;
