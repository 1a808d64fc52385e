import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const neverInput =
  /(^|\/)(node_modules|dist|e2e|testing)$|\.test\.tsx?$|routeTree\.gen\.ts$|(^|\/)client\/vexil\.ts$|\.md$/;

/** @param {string} place file or folder, from the top folder @returns {Promise<string[]>} */
async function filesOf(place) {
  if (neverInput.test(place) || !existsSync(inRoot(place))) return [];
  const entries = await readdir(inRoot(place), { withFileTypes: true }).catch(() => null);
  if (entries === null) return [place];
  const nested = await Promise.all(
    entries.map((entry) => {
      const inside = path.posix.join(place, entry.name);
      if (entry.isDirectory()) return filesOf(inside);
      return entry.isFile() && !neverInput.test(inside) ? [inside] : [];
    }),
  );
  return nested.flat();
}

/**
 * Ignores times: a checkout or a copy changes them and must not cause a build.
 * @param {readonly string[]} places files and folders, from the top folder
 */
async function hashContents(places) {
  const files = (await Promise.all(places.map(filesOf))).flat().sort();
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  const contents = await Promise.all(files.map((file) => readFile(inRoot(file))));
  for (const [index, file] of files.entries()) {
    hash.update(`\0${file}\0${contents[index]?.length}\0`).update(contents[index] ?? '');
  }
  return hash.digest('hex');
}

/** @typedef {{ name: string, inputs: readonly string[], output: string }} Target `output` is a file the build makes */

/** @param {Target} target */
export async function isCurrent({ name, inputs, output }) {
  const last = await readFile(inRoot('dist', `${name}.hash`), 'utf8').catch(() => '');
  return last === (await hashContents(inputs)) && existsSync(inRoot(output));
}

/** @param {Target} target @param {() => Promise<void>} build */
export async function whenChanged({ name, inputs, output }, build) {
  const stamp = inRoot('dist', `${name}.hash`);
  const hash = await hashContents(inputs);
  const last = await readFile(stamp, 'utf8').catch(() => '');
  if (last === hash && existsSync(inRoot(output))) return;
  await rm(stamp, { force: true });
  await build();
  await mkdir(path.dirname(stamp), { recursive: true });
  await writeFile(stamp, hash);
}
