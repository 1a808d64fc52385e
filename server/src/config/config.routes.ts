import { configAdminRoutes as adminRoutes, configRoutes as routes } from '@vexil/contract/config-info';
import { DomainError } from '@vexil/contract/errors';
import { implement } from '@vexil/http/call/implement';
import { DocumentReply, documentOf, makeDocument } from '@vexil/http/reply/document';
import { matchesEtag } from '@vexil/http/reply/etag';
import { languageOf } from '@vexil/http/reply/i18n';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { withCurrent } from '../audit/outdated';
import { sendTrialMail } from '../mail/trial-mail.service';
import { getSettings, updateSettings, viewClientConfig } from './config.service';
import { defaultFavicon, defaultFaviconHash } from './default-favicon';
import { deleteFavicon, deleteLogo, findFavicon, setFavicon, setLogo } from './logo.service';
import { listMailTexts, readMailText, setMailText } from './mail-text.service';

export async function configRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  async function sendFavicon(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const file = await findFavicon(deps);
    const etag = `"favicon-${(file?.hash ?? defaultFaviconHash).slice(0, 8)}"`;
    reply.header('ETag', etag).header('Cache-Control', 'no-cache, must-revalidate');
    if (matchesEtag(request.headers['if-none-match'], etag)) reply.code(304).send();
    // A moving picture keeps its frames and is a GIF; browsers go by the type, not by the name.
    else if (file) reply.type(file.contentType).send(deps.storage.read(file.hash));
    else reply.type('image/webp').send(defaultFavicon);
  }

  implement(app, routes.client, { shared: true }, async () => {
    const settings = await deps.settings.read();
    const document = await documentOf(settings, 'client', () =>
      makeDocument(routes.client.reply, viewClientConfig(deps, settings)),
    );
    return new DocumentReply(document);
  });

  implement(app, routes.favicon, async ({ request, reply }) => {
    await sendFavicon(request, reply);
    return sent;
  });
  // Browsers, feed readers and previews of links ask for this name without having read a page.
  app.get('/favicon.ico', async (request, reply) => {
    await sendFavicon(request, reply);
    return reply;
  });

  implement(app, adminRoutes.get, () => getSettings(deps));

  implement(app, adminRoutes.update, (call) =>
    withCurrent(
      call,
      () => {
        // Who names a provider decides who signs in.
        if (call.actor.token && call.body.signInProviders) throw new DomainError('token.sessionOnly');
        return updateSettings(deps, authorOf(call), call.body);
      },
      () => getSettings(deps),
      { deps, target: 'config', gameId: null },
    ),
  );

  implement(app, adminRoutes.setLogo, (request) => setLogo(deps, authorOf(request), request.request));

  implement(app, adminRoutes.testMail, (call) =>
    sendTrialMail(deps, authorOf(call), call.body.to, languageOf(call.request)),
  );

  implement(app, adminRoutes.deleteLogo, (request) => deleteLogo(deps, authorOf(request)));

  implement(app, adminRoutes.setFavicon, (request) => setFavicon(deps, authorOf(request), request.request));

  implement(app, adminRoutes.deleteFavicon, (request) => deleteFavicon(deps, authorOf(request)));

  implement(app, adminRoutes.mailTexts, () => listMailTexts(deps));

  implement(app, adminRoutes.setMailText, (call) =>
    withCurrent(
      call,
      () => setMailText(deps, authorOf(call), call.body),
      () => readMailText(deps, call.body),
      { deps, target: `mail:${call.body.kind}.${call.body.language}`, gameId: null },
    ),
  );
}
