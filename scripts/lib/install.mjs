import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Failure } from './failure.mjs';
import { findProgram } from './find-program.mjs';
import { inRoot, root } from './paths.mjs';
import { runTool, tail } from './run-tool.mjs';
import { step } from './terminal.mjs';

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/** @param {string} file @returns {Promise<Lockfile | null>} */
async function readLock(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * npm writes its own lockfile last, so an interrupted installation counts as none.
 * @param {Lockfile} wanted @param {Lockfile | null} installed
 */
export function isInstalled(wanted, installed) {
  if (installed === null) return false;
  return Object.entries(wanted.packages).every(([place, { version, link, optional, devOptional }]) => {
    if (!place.includes('node_modules/') || link) return true;
    const found = installed.packages[place];
    return found ? found.version === version : Boolean(optional || devOptional);
  });
}

/**
 * Runs the npm that started this process, else the one on the PATH.
 * @param {...string} args
 */
export async function runNpm(...args) {
  const parent = process.env.npm_execpath;
  if (parent?.endsWith('npm-cli.js')) return await runTool(process.execPath, [parent, ...args], { cwd: root });
  const found = findProgram('npm');
  if (found === null) throw new Failure('npm was not found. It comes with Node.js: https://nodejs.org');
  return await runTool(found, args, { cwd: root });
}

/** Only when the installed packages differ from the lockfile. */
export async function installPackages() {
  const wanted = await readLock(inRoot('package-lock.json'));
  if (wanted === null) throw new Failure('package-lock.json cannot be read. Clone the repository again.');
  const installed = await readLock(inRoot('node_modules/.package-lock.json'));
  if (
    isInstalled(wanted, installed) &&
    Object.keys(installed?.packages ?? {}).every((place) => existsSync(inRoot(place)))
  ) {
    return;
  }
  await step('Installing packages', async () => {
    // NODE_ENV=production would leave out what builds the web client. No package needs its install scripts.
    const { code, output } = await runNpm('ci', '--include=dev', '--include=optional', '--ignore-scripts');
    if (code !== 0) throw new Failure(`The packages could not be installed. npm said:\n${tail(output)}`);
  });
}
