export type Encoding = 'identity' | 'gzip' | 'br';

interface Accepted {
  br: boolean;
  gzip: boolean;
}

/** Of the header `accept-encoding`; a weight of 0 refuses, and `*` names what is not listed. */
function readAccepted(header: string): Accepted {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const listed = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((entry) => [entry.split(';')[0]?.trim(), !refused.test(entry)]),
  );
  return { br: listed.get('br') ?? false, gzip: listed.get('gzip') ?? listed.get('*') ?? false };
}

// Browsers send few different headers; others must not fill the memory.
const known = new Map<string, Accepted>();
const knownMax = 200;
const knownLengthMax = 100;

function acceptedBy(header: string): Accepted {
  const kept = known.get(header);
  if (kept) return kept;
  const accepted = readAccepted(header);
  if (header.length <= knownLengthMax && known.size < knownMax) known.set(header, accepted);
  return accepted;
}

export const acceptsGzip = (header = ''): boolean => acceptedBy(header).gzip;

/** The smallest accepted encoding. */
export function chooseEncoding(header = ''): Encoding {
  const { br, gzip } = acceptedBy(header);
  if (br) return 'br';
  return gzip ? 'gzip' : 'identity';
}
