import { decodeEntities } from './markdown-parse';

const linkSchemes = ['http:', 'https:', 'mailto:'];
const imageSchemes = ['http:', 'https:'];

export type Address = { href: string; isOwn: boolean; host: string };

/** Where an address of a text leads; undefined where following it could run something. */
function readAddress(written: string, schemes: readonly string[]): Address | undefined {
  const href = decodeEntities(written).trim();
  try {
    const url = new URL(href, location.href);
    if (!schemes.includes(url.protocol)) return undefined;
    return { href, isOwn: url.origin === location.origin, host: url.host };
  } catch {
    return undefined;
  }
}

export const linkAddress = (written: string) => readAddress(written, linkSchemes);
export const imageAddress = (written: string) => readAddress(written, imageSchemes);
