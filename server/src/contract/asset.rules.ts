/** Where a stored file is downloaded under the given name. */
export function assetUrl(hash: string, name: string): string {
  return `/assets/${hash}/${encodeURIComponent(name)}`;
}

/** The picture of an account or a team as every reply shows it; null when there is none. */
export function avatarUrl(hash: string | null): string | null {
  return hash === null ? null : assetUrl(hash, 'avatar');
}
