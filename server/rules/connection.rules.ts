/** How players reach a service, a way on each line. */
export interface ConnectionLine {
  text: string;
  isLink: boolean;
}

const isAddress = (text: string) => /^https?:\/\//i.test(text);
const placeholder = /\{(host|port)\}/g;

function placeOf(entry: string): { host: string; port: string } | null {
  const colon = entry.lastIndexOf(':');
  return colon < 0 ? null : { host: entry.slice(0, colon), port: entry.slice(colon + 1) };
}

/** `entry` is that of the running instance; without host and port, as behind the relay, the placeholders stay. */
export function connectionLines(connection: string, entry: string | null): ConnectionLine[] {
  const place = entry === null ? null : placeOf(entry);
  return connection
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      // Commands take an IPv6 address without the brackets that an address of the web needs.
      const host = isAddress(line) ? place?.host : place?.host.replace(/[[\]]/g, '');
      const text = line.replace(placeholder, (name, member) => (member === 'host' ? host : place?.port) ?? name);
      return { text, isLink: isAddress(text) && !text.match(placeholder) && URL.canParse(text) };
    });
}
