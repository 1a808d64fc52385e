/**
 * Host names of instances: `<token>.<domain>` is the port `main`, `<token>-<port name>.<domain>` another one. The token
 * cannot be guessed, and is 32 hexadecimal digits.
 */

import { mainPortName } from '@vexil/contract/container-options';

export interface ContainerDomain {
  protocol: 'http' | 'https';
  /** Lower case, without a final dot. */
  host: string;
  /** Where players reach it. */
  port: number;
}

export interface NameSettings {
  /** null gives no instance a name. */
  containerDomain: ContainerDomain | null;
  /** Where players connect with TLS to ports that speak no HTTP; null for none. */
  containerTlsPort: number | null;
  containerPortMapping: 'default' | 'proxy';
}

interface NamedPort {
  name: string;
  kind: 'tcp' | 'http';
}

/**
 * The options ask for names and every port is reachable without an open port: over HTTP, with TLS, or through the relay.
 */
export function hasNames(
  { entry, mainKind, ports }: { entry: 'port' | 'name'; mainKind: NamedPort['kind']; ports: readonly NamedPort[] },
  { containerDomain, containerTlsPort, containerPortMapping }: NameSettings,
): boolean {
  if (entry !== 'name' || containerDomain === null) return false;
  const reachesTcp = containerTlsPort !== null || containerPortMapping === 'proxy';
  return reachesTcp || [mainKind, ...ports.map(({ kind }) => kind)].every((kind) => kind === 'http');
}

const hostNameOf = (token: string, portName: string, { host }: ContainerDomain): string =>
  `${token}${portName === mainPortName ? '' : `-${portName}`}.${host}`;

const standardPorts = { http: 80, https: 443 } as const;

export interface PortName {
  /** `host:port` */
  entry: string;
  /** For a browser; null for a port that speaks no HTTP. */
  url: string | null;
  /** The connection speaks TLS around the bytes of the port. */
  tls: boolean;
}

/** null where the port is reached in another way. */
export function portNameOf(
  token: string | null,
  { name, kind }: NamedPort,
  { containerDomain, containerTlsPort }: NameSettings,
): PortName | null {
  if (token === null || containerDomain === null) return null;
  const host = hostNameOf(token, name, containerDomain);
  const { protocol, port } = containerDomain;
  if (kind === 'http') {
    const url = `${protocol}://${host}${port === standardPorts[protocol] ? '' : `:${port}`}/`;
    return { entry: `${host}:${port}`, url, tls: protocol === 'https' };
  }
  return containerTlsPort === null ? null : { entry: `${host}:${containerTlsPort}`, url: null, tls: true };
}

/** As browsers send it: without the port and a final dot, in lower case. */
const plainHost = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/** Whether a Host header or server name belongs to instances; the domain itself does as well. */
export function isUnderDomain(host: string, { host: domain }: ContainerDomain): boolean {
  const plain = plainHost(host);
  return plain === domain || plain.endsWith(`.${domain}`);
}

const label = /^([0-9a-f]{32})(?:-([a-z0-9][a-z0-9-]*))?$/;

/** null when it names no instance. */
export function readHostName(
  host: string,
  { host: domain }: ContainerDomain,
): { token: string; portName: string } | null {
  const plain = plainHost(host);
  if (!plain.endsWith(`.${domain}`)) return null;
  const [, token, portName = mainPortName] = label.exec(plain.slice(0, -domain.length - 1)) ?? [];
  return token === undefined ? null : { token, portName };
}
