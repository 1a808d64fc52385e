// An image's name decides which host the engine connects to, so it is checked before any engine sees it.

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

/** Null for an invalid name. */
export function parseImageName(text: string): ImageName | null {
  const [beforeDigest = '', digest = null, ...more] = text.split('@');
  if (more.length > 0 || (digest !== null && !digestText.test(digest))) return null;
  const colon = beforeDigest.lastIndexOf(':');
  const hasTag = colon > beforeDigest.lastIndexOf('/');
  const tag = hasTag ? beforeDigest.slice(colon + 1) : null;
  if (tag !== null && !tagText.test(tag)) return null;
  const repository = parseRepository(hasTag ? beforeDigest.slice(0, colon) : beforeDigest);
  return repository && { ...repository, tag, digest };
}

function parseRepository(name: string): Pick<ImageName, 'registry' | 'path'> | null {
  if (name.length > nameLengthMax || engineId.test(name)) return null;
  const [first = '', ...rest] = name.split('/');
  const hasRegistry = rest.length > 0 && (/[.:A-Z]/.test(first) || first === 'localhost');
  const parts = hasRegistry ? rest : [first, ...rest];
  if ((hasRegistry && !host.test(first)) || !parts.every((part) => pathPart.test(part))) return null;
  const path = parts.join('/');
  const registry = hasRegistry ? first.toLowerCase() : 'docker.io';
  if (registry !== 'docker.io' && registry !== 'index.docker.io') return { registry, path };
  return { registry: 'docker.io', path: parts.length === 1 ? `library/${path}` : path };
}

const privateEnds = ['local', 'localhost', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'arpa'];

/**
 * Refuses addresses, ports, single words and internal domains. DNS is not resolved; only a list of registries protects
 * against internal targets.
 */
export function isPublicRegistry(registry: string): boolean {
  if (!/^[a-z0-9.-]+$/.test(registry) || !registry.includes('.')) return false;
  const last = registry.slice(registry.lastIndexOf('.') + 1);
  // A numeric last part makes an address, in one of its spellings.
  return /^[a-z]/.test(last) && !privateEnds.includes(last);
}

const listEntry = /^(?:\*|(?:localhost|[^/\s.:]*[.:][^/\s]*)(?:\/[^/\s]+)*)$/;

/** Comma or space separated; null for an invalid entry. */
export function parseRegistryList(text: string): string[] | null {
  const entries = text
    .split(/[\s,]+/)
    .flatMap((entry) => (entry === '' ? [] : [entry.replace(/(?<!\/)\/+$/, '').toLowerCase()]));
  return entries.every((entry) => listEntry.test(entry)) ? entries : null;
}

/**
 * An entry allows everything below it, with `{gameid}` for the game's id. `*` and an empty list allow every public
 * registry.
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
