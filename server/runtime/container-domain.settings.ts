import { asciiHost } from '@vexil/contract/email.rules';
import type { ContainerDomain } from '@vexil/rules/container-names.rules';
import { type DomainOverlap, findDomainOverlap } from '@vexil/rules/public-host.rules';
import { z } from 'zod';

const form = /^(?:(https?):\/\/)?([^/:]+)(?::(\d{1,5}))?\/?$/i;
const hostName = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;
const portMax = 65_535;

/** `play-ctf.net`, which is `https://play-ctf.net`, or with a scheme and a port of its own. */
export const ContainerDomainName = z.string().transform((value, ctx): ContainerDomain => {
  const [, scheme = 'https', name = '', port] = form.exec(value) ?? [];
  const host = asciiHost(name);
  const protocol = scheme.toLowerCase() === 'http' ? 'http' : 'https';
  const number = port === undefined ? (protocol === 'http' ? 80 : 443) : Number(port);
  const isName = hostName.test(host) && !/^[\d.]+$/.test(host) && number >= 1 && number <= portMax;
  if (isName) return { protocol, host: host.toLowerCase(), port: number };
  ctx.addIssue({ code: 'custom', message: 'must be a domain such as play-ctf.net, or https://play-ctf.net:8443' });
  return z.NEVER;
});

const overlaps: Record<Exclude<DomainOverlap, 'site'>, string> = {
  same: 'must not be the host of PUBLIC_URL: containers would receive the session cookie',
  below: 'must not lie below the host of PUBLIC_URL. Register a domain of its own',
  above:
    'must not lie above the host of PUBLIC_URL, which would then belong to containers. Register a domain of its own',
};

interface Given {
  publicUrl: string | null;
  containerDomain: ContainerDomain | null;
  containerTls: { certificateFile: string; keyFile: string } | null;
  containerTlsPort: number | null;
}

export function findDomainMistakes(given: Given): { variable: string; message: string }[] {
  const { publicUrl, containerDomain, containerTls, containerTlsPort } = given;
  const mistakes = [];
  const overlap = containerDomain && findDomainOverlap(publicUrl, containerDomain.host);
  if (overlap && overlap !== 'site') mistakes.push({ variable: 'CONTAINER_DOMAIN', message: overlaps[overlap] });
  if (containerTlsPort !== null && containerDomain === null)
    mistakes.push({ variable: 'CONTAINER_TLS_PORT', message: 'needs CONTAINER_DOMAIN' });
  if (containerTlsPort !== null && containerTls === null)
    mistakes.push({ variable: 'CONTAINER_TLS_PORT', message: 'needs CONTAINER_TLS_CERT and CONTAINER_TLS_KEY' });
  return mistakes;
}
