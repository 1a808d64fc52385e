import type { FastifyInstance } from 'fastify';

/** Every feature's calls, one line each. */
export async function registerRoutes(_app: FastifyInstance): Promise<void> {}
