import { readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';

/** @param {RegExp} wanted @returns files of the repository, neither installed nor built, relative to it and sorted */
export function listSourceFiles(wanted) {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = folders.flatMap(({ name }) => {
    if (/^\.|^node_modules$/.test(name)) return [];
    return readdirSync(inRoot(name), { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(name, file));
  });
  return files.filter((file) => wanted.test(file) && !/\/(node_modules|dist|\.\w+)\//.test(file)).sort();
}
