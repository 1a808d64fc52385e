import { captchaRoutes as routes } from '@vexil/contract/captcha';
import type { FastifyInstance } from 'fastify';
import { answered, implement } from '../implement';
import { isUnchanged } from '../plugins/conditional';
import { getCaptchaInfo, makeChallenge } from './captcha.service';

export async function captchaRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.info, async ({ request, reply }) => {
    const info = await getCaptchaInfo(deps);
    return isUnchanged(request, reply, info) ? answered : info;
  });

  implement(app, routes.powChallenge, async ({ reply }) => {
    reply.header('Cache-Control', 'no-store');
    return makeChallenge(deps);
  });
}
