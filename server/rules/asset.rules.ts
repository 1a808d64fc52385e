/** What would end the path, start another segment, or not survive a parser of URLs. */
const unsafeInPath = /[%#?/\\]|\p{Cc}|\s+$/gu;

/**
 * Where a stored file is downloaded under the given name. The name stands as it is, for clients that store the file
 * under the last segment; only what would break the URL is percent-encoded.
 */
export function assetUrl(hash: string, name: string): string {
  return `/assets/${hash}/${name.replace(unsafeInPath, encodeURIComponent)}`;
}

/** The picture of an account or a team as every reply shows it; null when there is none. */
export function avatarUrl(hash: string | null): string | null {
  return hash === null ? null : assetUrl(hash, 'avatar');
}
