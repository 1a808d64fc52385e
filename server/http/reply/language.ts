import { isApiPath } from '@vexil/rules/page-path.rules';
import fp from 'fastify-plugin';
import { languageOf } from './i18n';

export const languagePlugin = fp(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    if (isApiPath(request.url)) reply.header('Content-Language', languageOf(request));
    done();
  });
});
