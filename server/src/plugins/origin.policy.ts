/** Which pages may make calls that carry a session. Pure: headers in, refusal out. */

export interface OriginFacts {
  method: string;
  /** A WebSocket upgrade. It is a GET, but it opens a channel that the page can read. */
  isUpgrade: boolean;
  /** Header `Origin`; undefined for clients that are no browsers. */
  origin: string | undefined;
  /** Header `Sec-Fetch-Site`. Scripts cannot set it; browsers leave it out on plain http. */
  fetchSite: string | undefined;
}

export interface SiteFacts {
  /** PUBLIC_URL, an origin; null when it is not set. */
  publicUrl: string | null;
  /** Scheme and host of the request, as TRUST_PROXY resolves them; null when they are no origin. */
  requestOrigin: string | null;
}

export type OriginRefusal = 'request.crossSite' | 'request.wrongAddress';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const hostOf = (origin: string | null) => (origin !== null && URL.canParse(origin) ? new URL(origin).host : null);
const hostNameOf = (origin: string | null) =>
  origin !== null && URL.canParse(origin) ? new URL(origin).hostname : null;

/** What the calls of this site's own pages name as their origin; null when it cannot be known. */
export const siteOrigin = ({ publicUrl, requestOrigin }: SiteFacts): string | null => publicUrl ?? requestOrigin;

/**
 * Why a call that carries a session is refused; null when it passes. Only calls that change something and upgrades are
 * looked at: a foreign page cannot read the reply of another call.
 *
 * `same-site` is no better than `cross-site`: cookies know no ports, and a challenge container may run on another port
 * of the same host. `request.wrongAddress` is for people who use this site under a name that it does not know.
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
