import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isInUse } from './data-dir.mjs';

/** @typedef {{ databaseUrl: string, redisUrl: string, verifyDatabaseUrl: string | null }} Stores */

/** @param {string} directory */
const fileOf = (directory) => path.join(directory, 'run', 'stores.json');

/**
 * Lets `npm run vexil` find the stores while this process runs.
 * @param {import('./lifecycle.mjs').Lifecycle} lifecycle @param {import('./data-dir.mjs').DataDir} data @param {Stores} stores
 */
export function rememberStores(lifecycle, { directory }, stores) {
  writeFileSync(fileOf(directory), JSON.stringify(stores), { mode: 0o600 });
  lifecycle.onStop(async () => rmSync(fileOf(directory), { force: true }));
}

/** @param {string} directory absolute @returns {Stores | null} null when nothing runs on it */
export const findStores = (directory) =>
  isInUse(directory) ? JSON.parse(readFileSync(fileOf(directory), 'utf8')) : null;
