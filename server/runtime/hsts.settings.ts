import { coversContainers, type HostSettings, type HstsSettings } from '@vexil/rules/public-host.rules';

export function hstsOf(maxAgeSeconds: number | undefined, includeSubDomains: boolean): HstsSettings | null {
  return maxAgeSeconds === undefined ? null : { maxAgeSeconds, includeSubDomains };
}

/** Policies that browsers ignore or that would block plain-http challenges. */
export function findHstsMistakes(
  hsts: HstsSettings | null,
  includesSubDomains: boolean,
  hosts: HostSettings,
): { variable: string; message: string }[] {
  if (hsts === null) {
    return includesSubDomains ? [{ variable: 'HSTS_INCLUDE_SUBDOMAINS', message: 'needs HSTS_MAX_AGE' }] : [];
  }
  if (!hosts.publicUrl?.startsWith('https:')) {
    return [{ variable: 'HSTS_MAX_AGE', message: 'needs a PUBLIC_URL that begins with https://' }];
  }
  if (!coversContainers(hsts, hosts)) return [];
  const message =
    'would make challenge containers unreachable, because browsers would open them by https only; set ' +
    'CONTAINER_PUBLIC_HOST to a host that it does not cover, or CONTAINER_PORT_MAPPING to proxy';
  return [{ variable: 'HSTS_MAX_AGE', message }];
}
