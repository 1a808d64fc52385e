import type { ChallengeCategory } from '@vexil/db/enums/challenge';

/** A line to paste into a terminal; `tool` is its name for the reader. */
export type ConnectLine = { tool: 'nc' | 'curl' | 'websocat'; line: string };

export type InstanceAddress = {
  /** What is shown and copied. */
  text: string;
  /** Where a browser can go, if the instance may speak HTTP. */
  url: string | null;
  lines: ConnectLine[];
};

/** An instance behind the platform's relay is named by its id instead of a host and a port. */
const isRelayed = (entry: string) => entry.length === 36 && !entry.includes(':');

/** How to reach an instance. `origin` is that of this page, where the platform relays. */
export function instanceAddress(entry: string, category: ChallengeCategory, origin: string): InstanceAddress {
  if (isRelayed(entry)) {
    const text = `${origin.replace(/^http/, 'ws')}/api/proxy/${entry}`;
    return { text, url: null, lines: [{ tool: 'websocat', line: `websocat --binary - ${text}` }] };
  }
  const colon = entry.lastIndexOf(':');
  const host = entry.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  const url = `http://${entry}/`;
  const nc: ConnectLine = { tool: 'nc', line: `nc ${host} ${entry.slice(colon + 1)}` };
  const curl: ConnectLine = { tool: 'curl', line: `curl -i ${url}` };
  return { text: entry, url, lines: category === 'Web' ? [curl, nc] : [nc, curl] };
}
