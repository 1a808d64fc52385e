export type Encoding = 'identity' | 'gzip' | 'br';

function readEncodings(header: string): Encoding {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const names = (entries: readonly string[]) => entries.map((one) => one.split(';')[0]?.trim());
  const listed = header.toLowerCase().split(',');
  const accepted = names(listed.filter((one) => !refused.test(one)));
  const isRefused = (name: string) => names(listed).includes(name) && !accepted.includes(name);
  if (accepted.includes('br')) return 'br';
  const takesAny = accepted.includes('*') && !isRefused('gzip');
  return accepted.includes('gzip') || takesAny ? 'gzip' : 'identity';
}

// Browsers send few different headers; others must not fill the memory.
const chosen = new Map<string, Encoding>();
const chosenMax = 200;
const chosenLengthMax = 100;

/** The smallest accepted encoding; a weight of 0 refuses one. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity';
  const known = chosen.get(header);
  if (known) return known;
  const encoding = readEncodings(header);
  if (header.length <= chosenLengthMax && chosen.size < chosenMax) chosen.set(header, encoding);
  return encoding;
}
