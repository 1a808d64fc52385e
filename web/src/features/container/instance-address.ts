import type { ChallengeCategory } from '@vexil/db/enums/challenge';

/** A terminal command; `tool` is its display name. */
type ConnectLine = { tool: 'nc' | 'curl' | 'ssh' | 'websocat'; line: string };

export type InstanceAddress = {
  text: string;
  /** A URL for browsers, if the instance may speak HTTP. */
  url: string | null;
  lines: ConnectLine[];
};

/** A proxied instance is identified by its id instead of host and port. */
const isRelayed = (entry: string) => entry.length === 36 && !entry.includes(':');

/** `origin` is that of this page, used for proxied instances. */
export function instanceAddress(entry: string, category: ChallengeCategory, origin: string): InstanceAddress {
  if (isRelayed(entry)) {
    const text = `${origin.replace(/^http/, 'ws')}/api/proxy/${entry}`;
    return { text, url: null, lines: [{ tool: 'websocat', line: `websocat --binary - ${text}` }] };
  }
  const colon = entry.lastIndexOf(':');
  const host = entry.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  const url = `http://${entry}/`;
  const port = entry.slice(colon + 1);
  const nc: ConnectLine = { tool: 'nc', line: `nc ${host} ${port}` };
  const ssh: ConnectLine = { tool: 'ssh', line: `ssh -p ${port} ${host}` };
  const curl: ConnectLine = { tool: 'curl', line: `curl -i ${url}` };
  return { text: entry, url, lines: category === 'Web' ? [curl, nc] : [nc, curl, ssh] };
}
