import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fillGaps, type Texts } from './src/i18n/fill-gaps';
import type { LanguageFile } from './src/i18n/language-file';
import { fallbackLanguage, languageTags } from './src/i18n/languages';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const localesPath = pathOf('src/i18n/locales');
/** The server's own texts of its error codes, so that a code reads the same wherever it is shown. */
const errorsPath = pathOf('../server/contract/locales');

const readTexts = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8'));

function readLanguage(tag: string): LanguageFile {
  const directory = join(localesPath, tag);
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith('.json')) : [];
  return {
    ...Object.fromEntries(names.sort().map((name) => [name.slice(0, -5), readTexts(join(directory, name))])),
    errors: readTexts(join(errorsPath, tag, 'errors.json')),
  };
}

/** One JSON text per language, complete with English in its gaps. */
function buildFiles(): { name: string; content: string }[] {
  const english = readLanguage(fallbackLanguage);
  return languageTags.map((tag) => {
    const content = JSON.stringify(fillGaps(english, readLanguage(tag), tag));
    const hash = createHash('sha256').update(content).digest('base64url').replace(/[_-]/g, '').slice(0, 8);
    return { name: `${tag.toLowerCase()}.${hash}`, content };
  });
}

const marker = '<meta name="language-files" content="" />';

/**
 * Makes `/static/<language>.<hash>.json`, all features' texts of one language, and writes the names into the page.
 * English is a file like the others: split by feature it was four to eight more requests on a page, most below 2 KiB.
 */
export function languageFilesPlugin(): Plugin {
  let files: ReturnType<typeof buildFiles> = [];
  return {
    name: 'language-files',
    buildStart() {
      files = buildFiles();
    },
    generateBundle() {
      for (const { name, content } of files) {
        this.emitFile({ type: 'asset', fileName: `static/${name}.json`, source: content });
      }
    },
    transformIndexHtml: (html) => {
      if (!html.includes(marker)) throw new Error('index.html has no place for the names of the language files');
      return html.replace(marker, marker.replace('""', `"${files.map(({ name }) => name).join(' ')}"`));
    },
    configureServer({ middlewares, watcher, ws }) {
      watcher.add([localesPath, errorsPath]);
      watcher.on('change', (path) => {
        if (!path.endsWith('.json') || !/[\\/]locales[\\/]/.test(path)) return;
        files = buildFiles();
        ws.send({ type: 'full-reload' });
      });
      middlewares.use('/static', (request, reply, next) => {
        const file = files.find(({ name }) => request.url === `/${name}.json`);
        if (!file) return next();
        reply.setHeader('Content-Type', 'application/json');
        reply.end(file.content);
      });
    },
  };
}
