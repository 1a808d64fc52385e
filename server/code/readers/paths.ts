/** A reference of a file in `folder`, from the root; null when it leaves the root. */
export function resolvePath(folder: string, reference: string): string | null {
  if (reference.startsWith('/') || /[\\\0]/.test(reference) || /^[a-z]:/i.test(reference)) return null;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of reference.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Of letters of any script, digits and hyphens. */
export function slug(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words.join('-')].slice(0, 60).join('').replace(/-$/, '') || 'unnamed';
}

/** A folder around all of an archive, as forges and file managers add one: of its name, or with a `game.yml`. */
export function outerFolder(archive: string, paths: readonly string[]): string {
  const [first = ''] = paths;
  const outer = first.slice(0, first.indexOf('/') + 1);
  const isNamed = baseName(archive).replace(/\.zip$/i, '') === outer.slice(0, -1) || paths.includes(`${outer}game.yml`);
  return isNamed && paths.every((path) => path.startsWith(outer)) ? outer : '';
}

/** Of all entries of an archive: more is a trap. */
export const unpackedBytesMax = (archiveBytes: number): number => 64 * 1024 ** 2 + 100 * archiveBytes;

export const pathIn = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
