import type { InstancePort } from '@vexil/contract/container';
import type { ChallengeCategory } from '@vexil/db/enums/challenge';

const mainPortName = 'main';

/** A terminal command; `tool` is its display name. */
type ConnectLine = {
  tool: 'nc' | 'ncat' | 'openssl' | 'curl' | 'ssh' | 'websocat' | 'python3';
  line: string;
};

/** It gives an instance that is relayed, or reached over TLS, a local port. */
export const connectProgram = 'vexil-connect.py';

export type InstanceAddress = {
  text: string;
  /** For a browser, where the port speaks HTTP. */
  url: string | null;
  /** What fits the port best comes first. */
  lines: [ConnectLine, ...ConnectLine[]];
};

/** A proxied instance is identified by its id instead of host and port; a port beside the main one is named. */
const isRelayed = (entry: string) => /^[0-9a-f-]{36}(\?port=[a-z0-9-]+)?$/i.test(entry);

export type ShownPort = {
  name: string;
  entry: string;
  isWeb: boolean;
  isSsh: boolean;
  url: string | null;
  tls: boolean;
};

const programLine = (argument: string): ConnectLine => ({
  tool: 'python3',
  line: `python3 ${connectProgram} ${argument}`,
});

export const needsProgram = ({ entry, tls, url }: Pick<ShownPort, 'entry' | 'tls' | 'url'>) =>
  isRelayed(entry) || (tls && url === null);

/** `origin` is that of this page, used for proxied instances. */
export function instanceAddress({ entry, isWeb, isSsh, url: ownUrl, tls }: ShownPort, origin: string): InstanceAddress {
  if (isRelayed(entry)) {
    const text = `${origin.replace(/^http/, 'ws')}/api/proxy/${entry}`;
    // Shells take a question mark for a pattern.
    const argument = text.includes('?') ? `"${text}"` : text;
    const websocat: ConnectLine = { tool: 'websocat', line: `websocat --binary - ${argument}` };
    return { text, url: null, lines: [programLine(argument), websocat] };
  }
  if (ownUrl !== null) return { text: ownUrl, url: ownUrl, lines: [{ tool: 'curl', line: `curl -i ${ownUrl}` }] };
  const colon = entry.lastIndexOf(':');
  const host = entry.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  const port = entry.slice(colon + 1);
  if (tls) {
    const openssl = `openssl s_client -quiet -servername ${host} -connect ${entry}`;
    return {
      text: entry,
      url: null,
      lines: [
        programLine(`tls://${entry}`),
        { tool: 'ncat', line: `ncat --ssl ${host} ${port}` },
        { tool: 'openssl', line: openssl },
      ],
    };
  }
  const url = `http://${entry}/`;
  const nc: ConnectLine = { tool: 'nc', line: `nc ${host} ${port}` };
  const ssh: ConnectLine = { tool: 'ssh', line: `ssh -p ${port} ${host}` };
  const curl: ConnectLine = { tool: 'curl', line: `curl -i ${url}` };
  if (isWeb) return { text: url, url, lines: [curl, nc] };
  return { text: entry, url: null, lines: isSsh ? [ssh, nc] : [nc, ssh, curl] };
}

/** What is shown of an address: a link for a browser, else the command that fits. */
export const shownWay = ({ url, lines }: InstanceAddress): string => url ?? lines[0].line;

/** The main port first. Challenges of earlier releases say in their category only that they speak HTTP. */
export function shownPorts(
  { entry, ports }: { entry: string; ports: readonly InstancePort[] },
  category: ChallengeCategory,
): [ShownPort, ...ShownPort[]] {
  const [main, ...others] = ports.map(
    ({ name, kind, entry: own, url, tls }): ShownPort => ({
      name,
      entry: own,
      isWeb: kind === 'http' || (name === mainPortName && category === 'Web' && kind !== 'ssh'),
      isSsh: kind === 'ssh',
      url,
      tls,
    }),
  );
  if (main) return [main, ...others];
  return [{ name: mainPortName, entry, isWeb: category === 'Web', isSsh: false, url: null, tls: false }];
}

export const mainAddress = (
  instance: { entry: string; ports: readonly InstancePort[] },
  category: ChallengeCategory,
  origin: string,
): string => instanceAddress(shownPorts(instance, category)[0], origin).text;
