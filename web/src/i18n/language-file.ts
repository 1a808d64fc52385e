import type { Texts } from './fill-gaps';
import type { LanguageTag } from './languages';

/** All texts of one language: feature → texts. */
export type LanguageFile = Record<string, Texts>;

const pausesMs = [500, 1500];

declare global {
  interface Window {
    /** The request that `start.js` began before the scripts were there. */
    languageFile?: { address: string; reply: Promise<Response> };
  }
}

/** `/static/de-de.<hash>.json`: the build writes the names of all files into the page. */
function addressOf(language: LanguageTag): string {
  const names = document.querySelector<HTMLMetaElement>('meta[name="language-files"]')?.content.split(' ') ?? [];
  const name = names.find((each) => each.startsWith(`${language.toLowerCase()}.`));
  if (!name) throw new Error(`The page names no file for ${language}`);
  return `/static/${name}.json`;
}

function request(address: string): Promise<Response> {
  const early = window.languageFile;
  window.languageFile = undefined;
  return early?.address === address ? early.reply : fetch(address);
}

async function fetchLanguage(language: LanguageTag): Promise<LanguageFile> {
  const address = addressOf(language);
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      const reply = await request(address);
      if (reply.ok) return (await reply.json()) as LanguageFile;
      if (reply.status < 500) throw new Error(`${address}: status ${reply.status}`);
    } catch (cause) {
      if (pauseMs === undefined || !(cause instanceof TypeError)) throw cause;
    }
    if (pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`${address} cannot be loaded`);
}

/** Replaced in tests, which have no server. */
export const languageFiles = { load: fetchLanguage };
