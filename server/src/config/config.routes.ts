import type { FastifyInstance } from 'fastify';
import { configRoutes as routes } from '../contract/config-info';
import { implement } from '../implement';
import { getClientConfig } from './config.service';

export async function configRoutes(app: FastifyInstance): Promise<void> {
  implement(app, routes.client, () => getClientConfig(app.deps));

  implement(app, routes.captcha, async () => ({ type: 'None' as const, siteKey: '' }));
}
