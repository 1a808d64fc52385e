/** Of a challenge whose organisers chose none. */
export const attachmentName = 'attachment';

/** Would end the path or start a segment. */
const unsafeInPath = /[%#?/\\]|\p{Cc}/gu;

/** With `%xx` for each byte still an address that the server takes. File systems take 255 bytes. */
const nameBytesMax = 600;

/** The end, with the type, of a name that is too long for an address. */
const shortened = (name: string) =>
  new TextEncoder().encode(name).length > nameBytesMax ? [...name].slice(-nameBytesMax / 4).join('') : name;

/** Download path. The name stays readable for clients that store the file under the last segment. */
export function assetUrl(hash: string, name: string): string {
  const shown = shortened(name);
  const text = shown.trimEnd();
  // URL parsers drop blanks at the end.
  const blanks = encodeURIComponent(shown.slice(text.length));
  return `/assets/${hash}/${text.replace(unsafeInPath, encodeURIComponent)}${blanks}`;
}

/** The end of its path. */
export function addressName(address: string): string {
  const last = (URL.canParse(address) && new URL(address).pathname.split('/').at(-1)) || attachmentName;
  try {
    return decodeURIComponent(last).replace(/\p{Cc}/gu, '') || attachmentName;
  } catch {
    return last;
  }
}

export const isPlace = (address: string): boolean => /^s3:\/\//i.test(address);

/** Of S3, with the prefix. */
const keyBytesMax = 1024;

/** The key below `folder`, which is `s3://<bucket>/<prefix>/`, of an object that the game may use. */
export function placeKey(address: string, folder: string, gameId: number): string | null {
  if (!address.startsWith(`${folder}${gameId}/`)) return null;
  const key = address.slice(folder.length);
  const isUnsafe = key.split('/').some((part) => /^\.{0,2}$/.test(part)) || /[\p{Cc}\p{Surrogate}]/u.test(key);
  const whole = address.replace(/^s3:\/\/[^/]*\//, '');
  return isUnsafe || new TextEncoder().encode(whole).length > keyBytesMax ? null : key;
}

/** Equal names get a number before the end that says the type. Case does not count, as on many file systems. */
export function distinctNames(names: readonly string[]): string[] {
  // Normalizing takes more time than its text is long, and no name is longer.
  const keyOf = (name: string) => (name.length > nameBytesMax ? name : name.normalize('NFC')).toLowerCase();
  const used = new Set(names.map(keyOf));
  const seen = new Set<string>();
  return names.map((name) => {
    if (seen.size < seen.add(keyOf(name)).size) return name;
    const type = /(?<=.)\.\w{1,8}$/s.exec(name)?.[0] ?? '';
    const stem = name.slice(0, name.length - type.length);
    let shown = name;
    for (let number = 2; used.has(keyOf(shown)); number += 1) shown = `${stem} (${number})${type}`;
    used.add(keyOf(shown));
    return shown;
  });
}

/** For a file of a single flag: its own, unless that would give the flag away. */
export function ownFileName(name: string, flag: string): string {
  const inner = /^[^{]*\{(.{4,})\}/s.exec(flag)?.[1];
  const givesAway = name.includes(flag) || (inner !== undefined && name.includes(inner));
  return givesAway ? `${attachmentName}${/\.\w{1,8}$/.exec(name)?.[0] ?? ''}` : name;
}

export function avatarUrl(hash: string | null): string | null {
  return hash === null ? null : assetUrl(hash, 'avatar');
}
