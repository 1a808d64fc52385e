import { configAdminRoutes as adminRoutes, configRoutes as routes } from '@vexil/contract/config-info';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { answered, implement } from '../implement';
import { isUnchanged, matchesEtag } from '../plugins/conditional';
import { getSettings, updateSettings, viewClientConfig } from './config.service';
import { defaultFavicon, defaultFaviconHash } from './default-favicon';
import { deleteLogo, findFavicon, setLogo } from './logo.service';

export async function configRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.client, async ({ request, reply }) => {
    const config = viewClientConfig(deps, await deps.settings.read());
    return isUnchanged(request, reply, config) ? answered : config;
  });

  implement(app, routes.favicon, async ({ request, reply }) => {
    const file = await findFavicon(deps);
    const etag = `"favicon-${(file?.hash ?? defaultFaviconHash).slice(0, 8)}"`;
    reply.header('ETag', etag).header('Cache-Control', 'no-cache, must-revalidate');
    if (matchesEtag(request.headers['if-none-match'], etag)) reply.code(304).send();
    // A moving logo keeps its frames and is a GIF; browsers go by the type, not by the name.
    else if (file) reply.type(file.contentType).send(deps.storage.read(file.hash));
    else reply.type('image/webp').send(defaultFavicon);
    return answered;
  });

  implement(app, adminRoutes.get, () => getSettings(deps));

  implement(app, adminRoutes.update, (request) => updateSettings(deps, authorOf(request), request.body));

  implement(app, adminRoutes.setLogo, (request) => setLogo(deps, authorOf(request), request.request));

  implement(app, adminRoutes.deleteLogo, (request) => deleteLogo(deps, authorOf(request)));
}
