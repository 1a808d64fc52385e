import { captchaRoutes as routes } from '@vexil/contract/captcha';
import { configAdminRoutes } from '@vexil/contract/config-info';
import { DomainError } from '@vexil/contract/errors';
import { answered, implement } from '@vexil/http/call/implement';
import { implementShared } from '@vexil/http/call/implement-shared';
import { documentOf, makeDocument } from '@vexil/http/reply/document';
import { everyone, sendDocument } from '@vexil/http/reply/send-document';
import type { FastifyInstance } from 'fastify';
import { makeChallenge, solvesCaptcha, viewCaptchaInfo } from './captcha.service';

export async function captchaRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, configAdminRoutes.testCaptcha, async ({ body, request }) => {
    if (!body.challenge) throw new DomainError('captcha.needed');
    return { isSolved: await solvesCaptcha(deps, body.challenge, request.ip) };
  });

  implementShared(app, routes.info, async ({ request, reply }) => {
    const settings = await deps.settings.read();
    const document = await documentOf(settings, 'captcha', () =>
      makeDocument(routes.info.reply, viewCaptchaInfo(deps, settings)),
    );
    await sendDocument(document, everyone, request, reply);
    return answered;
  });

  implement(app, routes.powChallenge, async ({ reply }) => {
    reply.header('Cache-Control', 'no-store');
    return makeChallenge(deps);
  });
}
