/**
 * Under which host names players reach the site and its challenge containers, and what follows from the two being one.
 * Cookies know no ports: a container under the site's own host name gets the session of every player who opens it.
 */

export interface HostSettings {
  /** An origin; null when it is not set. */
  publicUrl: string | null;
  /** A host name or an address; null when it is not set. */
  containerPublicHost: string | null;
  containerPortMapping: 'default' | 'proxy';
  /** `none` where no containers run. */
  containerEngine: string;
}

/** As URLs name it: lower case, no dot at the end, no brackets. */
const normalHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

const isAddress = (host: string) => host.includes(':') || /^\d+(\.\d+){3}$/.test(host);

const siteHostOf = (publicUrl: string | null) => (publicUrl === null ? null : normalHost(new URL(publicUrl).hostname));

/** The host that the deployment itself names for published ports; null where it depends on the request. */
export function namedContainerHost(settings: Pick<HostSettings, 'publicUrl' | 'containerPublicHost'>): string | null {
  return settings.containerPublicHost ?? siteHostOf(settings.publicUrl);
}

/** Whether players reach containers on ports of a host, and so by a browser's rules for that host. */
const publishesPorts = ({ containerPortMapping, containerEngine }: HostSettings) =>
  containerPortMapping === 'default' && containerEngine !== 'none';

const registeredLabels = 2;

/** The last two labels. Too short for names such as `example.co.uk`, which then count as one site: a false alarm at most. */
function registeredDomain(host: string): string | null {
  if (isAddress(host)) return null;
  const labels = host.split('.');
  return labels.length < registeredLabels ? null : labels.slice(-registeredLabels).join('.');
}

/**
 * How far containers are kept from the cookies of the site. `sameHost`: their pages receive the session cookie.
 * `sameSite`: they do not, but can set cookies for the shared domain, and `SameSite` holds nothing back. null: apart, or
 * unknown because PUBLIC_URL is not set.
 */
export function findHostExposure(settings: HostSettings): 'sameHost' | 'sameSite' | null {
  if (!publishesPorts(settings)) return null;
  if (settings.containerPublicHost === null) return 'sameHost';
  const site = siteHostOf(settings.publicUrl);
  if (site === null) return null;
  const containers = normalHost(settings.containerPublicHost);
  if (containers === site) return 'sameHost';
  const domain = registeredDomain(site);
  return domain !== null && domain === registeredDomain(containers) ? 'sameSite' : null;
}

export interface HstsSettings {
  /** 0 makes browsers drop an earlier policy. */
  maxAgeSeconds: number;
  includeSubDomains: boolean;
}

/**
 * Whether browsers under this policy would open challenge containers by https only, which those do not speak. An address
 * is never covered: the header counts for names.
 */
export function coversContainers(hsts: HstsSettings, settings: HostSettings): boolean {
  const site = siteHostOf(settings.publicUrl);
  if (hsts.maxAgeSeconds === 0 || site === null || isAddress(site) || !publishesPorts(settings)) return false;
  const containers = normalHost(settings.containerPublicHost ?? site);
  return containers === site || (hsts.includeSubDomains && containers.endsWith(`.${site}`));
}

/** `host:port`, with brackets around an IPv6 address. */
export function hostWithPort(host: string, port: number): string {
  const name = normalHost(host);
  return `${name.includes(':') ? `[${name}]` : name}:${port}`;
}
