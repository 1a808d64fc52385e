import { createHash } from 'node:crypto';
import { createReadStream, type Dirent, openAsBlob } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folder } from '../model';
import { CliError } from './cli-error';

/** Also read without holding a file in memory. */
export interface SourceFolder extends Folder {
  hash(path: string): Promise<string>;
  blob(path: string): Promise<Blob>;
}

const skipped = new Set(['.git', '.ctf', 'node_modules', '.DS_Store']);
const filesMax = 100_000;

/** Links and devices may lead out of the folder, and names that differ by case alone are one file on some machines. */
export async function openDisk(root: string): Promise<SourceFolder> {
  const sizes = new Map<string, number>();
  const seen = new Map<string, string>();
  async function walk(folder: string): Promise<void> {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (skipped.has(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      requirePlain(entry, path, seen);
      if (entry.isDirectory()) await walk(path);
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
      for await (const chunk of createReadStream(absolute(path))) digest.update(chunk as Buffer);
      return digest.digest('hex');
    },
    blob: (path) => openAsBlob(absolute(path)),
  };
}

function requirePlain(entry: Dirent, path: string, seen: Map<string, string>): void {
  if (!entry.isDirectory() && !entry.isFile()) {
    throw new CliError(`${path}: links and devices are refused, because they may lead out of the folder.`);
  }
  const folded = path.toLowerCase();
  const other = seen.get(folded);
  if (other !== undefined) throw new CliError(`${path} and ${other} differ by case alone. Rename one of them.`);
  seen.set(folded, path);
}
