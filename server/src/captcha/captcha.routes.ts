import { captchaRoutes as routes } from '@vexil/contract/captcha';
import { configAdminRoutes } from '@vexil/contract/config-info';
import { DomainError } from '@vexil/contract/errors';
import { implement } from '@vexil/http/call/implement';
import { DocumentReply, documentOf, makeDocument } from '@vexil/http/reply/document';
import type { FastifyInstance } from 'fastify';
import { makeChallenge, solvesCaptcha, viewCaptchaInfo } from './captcha.service';

export async function captchaRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, configAdminRoutes.testCaptcha, async ({ body, request }) => {
    if (!body.challenge) throw new DomainError('captcha.needed');
    return { isSolved: await solvesCaptcha(deps, body.challenge, request.ip) };
  });

  implement(app, routes.info, { shared: true }, async () => {
    const settings = await deps.settings.read();
    const document = await documentOf(settings, 'captcha', () =>
      makeDocument(routes.info.reply, viewCaptchaInfo(deps, settings)),
    );
    return new DocumentReply(document);
  });

  implement(app, routes.powChallenge, async ({ reply }) => {
    reply.header('Cache-Control', 'no-store');
    return makeChallenge(deps);
  });
}
