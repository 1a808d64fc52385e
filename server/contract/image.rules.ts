// Names of images, as registries and engines read them, and which of them the administrators allow. What a name says
// decides to which host the engine connects, so a name is checked before any engine sees it.

export interface ImageName {
  /** `docker.io` where the name has none. */
  registry: string;
  /** Without the registry: `library/busybox`, `team/challenge`. */
  path: string;
  tag: string | null;
  digest: string | null;
}

const nameLengthMax = 255;
const host =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(?::[0-9]{1,5})?$/i;
const pathPart = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const tagText = /^\w[\w.-]{0,127}$/;
const digestText = /^[a-z][a-z0-9]*(?:[-_+.][a-z][a-z0-9]*)*:[0-9a-f]{32,}$/i;
const engineId = /^[0-9a-f]{64}$/;

/** The parts of an image's name; null when no registry could have an image of that name. */
export function parseImageName(text: string): ImageName | null {
  const [beforeDigest = '', digest = null, ...more] = text.split('@');
  if (more.length > 0 || (digest !== null && !digestText.test(digest))) return null;
  const colon = beforeDigest.lastIndexOf(':');
  const hasTag = colon > beforeDigest.lastIndexOf('/');
  const name = hasTag ? beforeDigest.slice(0, colon) : beforeDigest;
  const tag = hasTag ? beforeDigest.slice(colon + 1) : null;
  if ((tag !== null && !tagText.test(tag)) || name.length > nameLengthMax || engineId.test(name)) return null;

  const [first = '', ...rest] = name.split('/');
  const hasRegistry = rest.length > 0 && (/[.:A-Z]/.test(first) || first === 'localhost');
  const parts = hasRegistry ? rest : [first, ...rest];
  if ((hasRegistry && !host.test(first)) || !parts.every((part) => pathPart.test(part))) return null;
  const registry = hasRegistry ? first.toLowerCase() : 'docker.io';
  if (registry !== 'docker.io' && registry !== 'index.docker.io')
    return { registry, path: parts.join('/'), tag, digest };
  const path = parts.length === 1 ? `library/${parts[0]}` : parts.join('/');
  return { registry: 'docker.io', path, tag, digest };
}

const privateEnds = ['local', 'localhost', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'arpa'];

/**
 * Whether a registry has a name of the public internet: no address, no port, no single word and no name that only means
 * something inside a network. What such a name resolves to is not looked at; only a list of registries helps there.
 */
export function isPublicRegistry(registry: string): boolean {
  if (!/^[a-z0-9.-]+$/.test(registry) || !registry.includes('.')) return false;
  const last = registry.slice(registry.lastIndexOf('.') + 1);
  // A last part that begins with a digit makes an address, in one of its many spellings.
  return /^[a-z]/.test(last) && !privateEnds.includes(last);
}

const listEntry = /^(?:\*|(?:localhost|[^/\s]*[.:][^/\s]*)(?:\/[^/\s]+)*)$/;

/** Entries of a list with commas or spaces between; null when one is neither `*` nor begins with a registry. */
export function parseRegistryList(text: string): string[] | null {
  const entries = text
    .split(/[\s,]+/)
    .flatMap((entry) => (entry === '' ? [] : [entry.replace(/\/+$/, '').toLowerCase()]));
  return entries.every((entry) => listEntry.test(entry)) ? entries : null;
}

/**
 * Whether a game may use an image. An entry allows everything below it: `ghcr.io`, `ghcr.io/club`, and with `{gameid}`
 * for the game's own number `ghcr.io/club/game-{gameid}`. `*`, and an empty list, stand for every public registry.
 */
export function isImageAllowed({ registry, path }: ImageName, entries: readonly string[], gameId: number): boolean {
  const whole = `${registry}/${path}`;
  const allowing = entries.length === 0 ? ['*'] : entries;
  return allowing.some((entry) => {
    if (entry === '*') return isPublicRegistry(registry);
    const prefix = entry.replaceAll('{gameid}', `${gameId}`);
    return whole === prefix || whole.startsWith(`${prefix}/`);
  });
}
