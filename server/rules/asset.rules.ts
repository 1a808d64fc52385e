/** Would end the path, start a segment, or be lost in a URL parser. */
const unsafeInPath = /[%#?/\\]|\p{Cc}|\s+$/gu;

/** Download path. The name stays readable for clients that store the file under the last segment. */
export function assetUrl(hash: string, name: string): string {
  return `/assets/${hash}/${name.replace(unsafeInPath, encodeURIComponent)}`;
}

export function avatarUrl(hash: string | null): string | null {
  return hash === null ? null : assetUrl(hash, 'avatar');
}
