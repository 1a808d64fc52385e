import fp from 'fastify-plugin';
import { languageOf } from './i18n';

const ofTheApi = /^\/api\//i;

export const languagePlugin = fp(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    if (ofTheApi.test(request.url)) reply.header('Content-Language', languageOf(request));
    done();
  });
});
