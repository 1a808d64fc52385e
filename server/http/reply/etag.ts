import { createHash } from 'node:crypto';

export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  const known = header.split(',').map((tag) => tag.trim());
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

export const tagOf = (made: string | Buffer): string => `W/"${createHash('sha1').update(made).digest('base64url')}"`;
