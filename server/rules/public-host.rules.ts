/** Cookies ignore ports: a container on the site's own host name receives every visitor's session. */

export interface HostSettings {
  publicUrl: string | null;
  containerPublicHost: string | null;
  containerPortMapping: 'default' | 'proxy';
  containerEngine: string;
}

/** As in URLs: lower case, no final dot, no brackets. */
const normalHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

const isAddress = (host: string) => host.includes(':') || /^\d+(\.\d+){3}$/.test(host);

const siteHostOf = (publicUrl: string | null) => (publicUrl === null ? null : normalHost(new URL(publicUrl).hostname));

/** Null where it depends on the request. */
export function namedContainerHost(settings: Pick<HostSettings, 'publicUrl' | 'containerPublicHost'>): string | null {
  return settings.containerPublicHost ?? siteHostOf(settings.publicUrl);
}

const publishesPorts = ({ containerPortMapping, containerEngine }: HostSettings) =>
  containerPortMapping === 'default' && containerEngine !== 'none';

const registeredLabels = 2;

/** The last two labels; `example.co.uk` gives a false alarm at most. */
function registeredDomain(host: string): string | null {
  if (isAddress(host)) return null;
  const labels = host.split('.');
  return labels.length < registeredLabels ? null : labels.slice(-registeredLabels).join('.');
}

/**
 * `sameHost`: containers receive the session cookie. `sameSite`: they can set cookies of the domain, and SameSite does
 * not protect. null: separate or unknown.
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

export type DomainOverlap = 'same' | 'below' | 'above' | 'site';

/**
 * How a domain of containers meets the site: `site` are two names of one registered domain, which browsers take for one
 * site. null: separate or unknown.
 */
export function findDomainOverlap(publicUrl: string | null, domain: string): DomainOverlap | null {
  const site = siteHostOf(publicUrl);
  if (site === null) return null;
  const containers = normalHost(domain);
  if (containers === site) return 'same';
  if (containers.endsWith(`.${site}`)) return 'below';
  if (site.endsWith(`.${containers}`)) return 'above';
  const registered = registeredDomain(site);
  return registered !== null && registered === registeredDomain(containers) ? 'site' : null;
}

export interface HstsSettings {
  /** 0 makes browsers drop an earlier policy. */
  maxAgeSeconds: number;
  includeSubDomains: boolean;
}

/** Whether browsers would force https on containers, which only speak http. Never for addresses. */
export function coversContainers(hsts: HstsSettings, settings: HostSettings): boolean {
  const site = siteHostOf(settings.publicUrl);
  if (hsts.maxAgeSeconds === 0 || site === null || isAddress(site) || !publishesPorts(settings)) return false;
  const containers = normalHost(settings.containerPublicHost ?? site);
  return containers === site || (hsts.includeSubDomains && containers.endsWith(`.${site}`));
}

/** IPv6 in brackets. */
export function hostWithPort(host: string, port: number): string {
  const name = normalHost(host);
  return `${name.includes(':') ? `[${name}]` : name}:${port}`;
}
