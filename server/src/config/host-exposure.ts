import type { Deps } from '@vexil/http/deps';
import { findDomainOverlap, findHostExposure } from '@vexil/rules/public-host.rules';

export function logHostExposure({ config, log }: Pick<Deps, 'config' | 'log'>): void {
  const exposure = findHostExposure(config);
  const { publicUrl, containerDomain } = config;
  if (containerDomain && findDomainOverlap(publicUrl, containerDomain.host) === 'site') {
    log.warn(
      { event: 'config.container_names_shared' },
      'CONTAINER_DOMAIN and PUBLIC_URL lie in one registered domain, so browsers take instances and this site for one ' +
        'site: SameSite cookies go along, and an instance can set cookies for the domain. Register a domain of its own; ' +
        'see docs/install.md, "Names for instances"',
    );
  }
  const see = 'see docs/install.md, "A second host name for challenge containers"';
  if (exposure === 'sameHost') {
    log.warn(
      { event: 'config.container_host_shared' },
      'Challenge containers share the host name of this site, so each receives the session cookie of players who open ' +
        `it. Set CONTAINER_PUBLIC_HOST to another host name, or CONTAINER_PORT_MAPPING to proxy; ${see}`,
    );
  } else if (exposure === 'sameSite') {
    log.info(
      { event: 'config.container_domain_shared' },
      'CONTAINER_PUBLIC_HOST lies in the domain of PUBLIC_URL. Containers receive no session cookie, but browsers take ' +
        `both for one site: SameSite cookies go along, and a container can set cookies for the domain; ${see}`,
    );
  }
}
