export interface OriginFacts {
  method: string;
  /** A WebSocket upgrade. It is a GET, but it opens a channel that the page can read. */
  isUpgrade: boolean;
  origin: string | undefined;
  /** Header `Sec-Fetch-Site`. Scripts cannot set it; browsers leave it out on plain http. */
  fetchSite: string | undefined;
}

export interface SiteFacts {
  publicUrl: string | null;
  requestOrigin: string | null;
}

export type OriginRefusal = 'request.crossSite' | 'request.wrongAddress';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const hostOf = (origin: string | null) => (origin !== null && URL.canParse(origin) ? new URL(origin).host : null);
const hostNameOf = (origin: string | null) =>
  origin !== null && URL.canParse(origin) ? new URL(origin).hostname : null;

export const siteOrigin = ({ publicUrl, requestOrigin }: SiteFacts): string | null => publicUrl ?? requestOrigin;

/**
 * Only changes and upgrades are checked: a foreign page cannot read other replies. `same-site` is refused too: cookies
 * know no ports, and a challenge container may run on another port of the same host. `request.wrongAddress` means that
 * the site is used under a host name that it does not know.
 */
export function findOriginRefusal(call: OriginFacts, site: SiteFacts): OriginRefusal | null {
  const { method, isUpgrade, origin, fetchSite } = call;
  if (!isUpgrade && safeMethods.has(method)) return null;
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return 'request.crossSite';
  if (origin === undefined || origin === siteOrigin(site)) return null;
  const isOwnPage = fetchSite === 'same-origin';
  const { publicUrl, requestOrigin } = site;
  const isSameHostName = hostNameOf(origin) !== null && hostNameOf(origin) === hostNameOf(requestOrigin);
  // A proxy that ends TLS or drops the port hides from us what the browser has compared for itself.
  if (isOwnPage && isSameHostName && publicUrl === null) return null;
  const isSameHost = hostOf(origin) !== null && hostOf(origin) === hostOf(requestOrigin);
  return isOwnPage || isSameHost ? 'request.wrongAddress' : 'request.crossSite';
}
