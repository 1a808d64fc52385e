import type { FastifyInstance } from 'fastify';
import { assetRoutes } from './asset/asset.routes';

/** Every feature's calls, one line each. */
export async function registerRoutes(app: FastifyInstance): Promise<void> {
  await assetRoutes(app);
}
