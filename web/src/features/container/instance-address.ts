import type { InstancePort } from '@vexil/contract/container';
import type { ChallengeCategory } from '@vexil/db/enums/challenge';

const mainPortName = 'main';

/** A terminal command; `tool` is its display name. */
export type ConnectLine = { tool: 'nc' | 'curl' | 'ssh' | 'websocat' | 'python3' | 'node'; line: string };

/** They give a relayed instance a local port. */
export const connectPrograms = [
  { tool: 'python3', language: 'Python', file: 'vexil-connect.py' },
  { tool: 'node', language: 'Node.js', file: 'vexil-connect.mjs' },
] as const;

export type InstanceAddress = {
  text: string;
  /** A URL for browsers, if the instance may speak HTTP. */
  url: string | null;
  /** Of the programs that the platform offers; empty where it does not relay. */
  programLines: ConnectLine[];
  lines: ConnectLine[];
};

/** A proxied instance is identified by its id instead of host and port; a port beside the main one is named. */
export const isRelayed = (entry: string) => /^[0-9a-f-]{36}(\?port=[a-z0-9-]+)?$/i.test(entry);

/** `origin` is that of this page, used for proxied instances. */
export function instanceAddress(entry: string, isWeb: boolean, origin: string): InstanceAddress {
  if (isRelayed(entry)) {
    const text = `${origin.replace(/^http/, 'ws')}/api/proxy/${entry}`;
    // Shells take a question mark for a pattern.
    const argument = text.includes('?') ? `"${text}"` : text;
    return {
      text,
      url: null,
      programLines: connectPrograms.map(({ tool, file }) => ({ tool, line: `${tool} ${file} ${argument}` })),
      lines: [{ tool: 'websocat', line: `websocat --binary - ${argument}` }],
    };
  }
  const colon = entry.lastIndexOf(':');
  const host = entry.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  const url = `http://${entry}/`;
  const port = entry.slice(colon + 1);
  const nc: ConnectLine = { tool: 'nc', line: `nc ${host} ${port}` };
  const ssh: ConnectLine = { tool: 'ssh', line: `ssh -p ${port} ${host}` };
  const curl: ConnectLine = { tool: 'curl', line: `curl -i ${url}` };
  return { text: entry, url, programLines: [], lines: isWeb ? [curl, nc] : [nc, curl, ssh] };
}

export type ShownPort = { name: string; entry: string; isWeb: boolean; url: string | null };

/** The main port first. Challenges of earlier releases say in their category only that they speak HTTP. */
export function shownPorts(
  { entry, ports }: { entry: string; ports: readonly InstancePort[] },
  category: ChallengeCategory,
): ShownPort[] {
  const main = { name: mainPortName, entry, isWeb: category === 'Web', url: null };
  if (ports.length === 0) return [main];
  return ports.map(({ name, kind, entry: own, url }) => ({
    name,
    entry: own,
    isWeb: kind === 'http' || (name === mainPortName && category === 'Web'),
    url,
  }));
}
