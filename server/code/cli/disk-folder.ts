import { createHash } from 'node:crypto';
import { type Dirent, openAsBlob, type Stats } from 'node:fs';
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Folder } from '../model';
import { CliError } from './cli-error';

/** Also read without holding a file in memory. */
export interface SourceFolder extends Folder {
  hash(path: string): Promise<string>;
  blob(path: string): Promise<Blob>;
}

const skipped = new Set(['.git', '.ctf', 'node_modules', '.DS_Store']);
const filesMax = 100_000;

/** Links that stay in the folder are followed; one to a folder around itself would have no end. */
async function follow(root: string, path: string, entry: Dirent): Promise<Dirent | Stats> {
  if (!entry.isSymbolicLink()) return entry;
  const target = await realpath(join(root, path)).catch(() => '');
  const [base, around] = [await realpath(root), await realpath(dirname(join(root, path)))];
  const isInside = (outer: string, inner: string) => `${inner}${sep}`.startsWith(`${outer}${sep}`);
  if (!isInside(base, target) || isInside(target, around))
    throw new CliError(`${path}: the link leads out of the folder, or nowhere.`);
  return stat(target);
}

/** Devices are refused, and names that differ by case alone, which are one file on some machines. */
export async function openDisk(root: string): Promise<SourceFolder> {
  const sizes = new Map<string, number>();
  const seen = new Map<string, string>();
  async function walk(folder: string): Promise<void> {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (skipped.has(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const found = await follow(root, path, entry);
      requirePlain(found, path, seen);
      if (found.isDirectory()) await walk(path);
      else sizes.set(path, (await stat(join(root, path))).size);
      if (sizes.size > filesMax) throw new CliError(`${root}: a folder has at most ${filesMax} files.`);
    }
  }
  await walk('');
  const absolute = (path: string) => {
    if (!sizes.has(path)) throw new CliError(`${path}: there is no such file.`);
    return join(root, path);
  };
  return {
    paths: [...sizes.keys()].sort(),
    sizeBytes: (path) => sizes.get(path) ?? 0,
    read: (path) => readFile(absolute(path)),
    async hash(path) {
      const digest = createHash('sha256');
      // One large buffer takes half the time of a stream.
      const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(sizes.get(path) ?? 0, 1024 ** 2)));
      const file = await open(absolute(path));
      try {
        for (;;) {
          const { bytesRead } = await file.read(buffer);
          if (bytesRead === 0) return digest.digest('hex');
          digest.update(buffer.subarray(0, bytesRead));
        }
      } finally {
        await file.close();
      }
    },
    blob: (path) => openAsBlob(absolute(path)),
  };
}

function requirePlain(entry: Dirent | Stats, path: string, seen: Map<string, string>): void {
  if (!entry.isDirectory() && !entry.isFile()) {
    throw new CliError(`${path}: devices are refused.`);
  }
  const folded = path.toLowerCase();
  const other = seen.get(folded);
  if (other !== undefined) throw new CliError(`${path} and ${other} differ by case alone. Rename one of them.`);
  seen.set(folded, path);
}
