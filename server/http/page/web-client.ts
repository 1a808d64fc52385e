import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import fp from 'fastify-plugin';
import { notFoundPlugin } from '../reply/not-found';
import { type Manifest, manifestOf, manifestPath } from './manifest';
import { createPage, type PageOptions } from './page';

/** Source tree and bundle lie at different depths below the repository. */
function findWebClient(): string | undefined {
  const candidates = ['../../../web/dist', '../../web/dist'];
  return candidates
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(join(path, 'index.html')));
}

export interface WebClient {
  directory: string;
  page: string;
  manifest: Manifest;
  inlineScriptHashes: string[];
}

export async function readWebClient(): Promise<WebClient | undefined> {
  const directory = findWebClient();
  if (!directory) return undefined;
  const page = await readFile(join(directory, 'index.html'), 'utf8');
  const manifest = JSON.parse(await readFile(join(directory, manifestPath), 'utf8')) as Manifest;
  const inline = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  const inlineScriptHashes = [...inline].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  return { directory, page, manifest, inlineScriptHashes };
}

interface WebOptions extends Omit<PageOptions, 'template'> {
  client: WebClient | undefined;
}

export const webPlugin = fp<WebOptions>(async (app, { client, clientConfigOf, originOf, findPreview }) => {
  if (!client) {
    app.log.info({ event: 'web.not_built' }, 'The web client is not built, so only the API is served');
    await app.register(notFoundPlugin, {});
    return;
  }
  await app.register(fastifyStatic, {
    root: client.directory,
    wildcard: false,
    globIgnore: [`**${manifestPath}*`],
    index: false,
    preCompressed: true,
    cacheControl: false,
    // Names of built files carry a hash of their content.
    setHeaders: (reply, path) => {
      const immutable = path.includes('/static/');
      reply.header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  app.get(manifestPath, async (_request, reply) => {
    reply.type('application/manifest+json; charset=utf-8').header('Cache-Control', 'no-cache, must-revalidate');
    return JSON.stringify(manifestOf(client.manifest, await app.deps.settings.read()));
  });
  const sendPage = createPage(app.deps, { template: client.page, clientConfigOf, originOf, findPreview });
  app.get('/', sendPage);
  await app.register(notFoundPlugin, { sendPage });
});
