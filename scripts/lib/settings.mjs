import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from './failure.mjs';
import { inRoot, root } from './paths.mjs';
import { say } from './terminal.mjs';

/** @param {NodeJS.ProcessEnv} environment @param {string} name */
export const given = (environment, name) => environment[name]?.trim() || null;

/** @param {NodeJS.ProcessEnv} environment @param {string} fallback */
export const dataDirectory = (environment, fallback) => path.resolve(root, given(environment, 'DATA_DIR') ?? fallback);

/** Placeholders for settings that the start fills in later. */
const supplied = {
  DATABASE_URL: 'postgres://127.0.0.1/vexil',
  REDIS_URL: 'redis://127.0.0.1',
  SECRET_KEY: '0'.repeat(64),
};

/** @returns {Promise<typeof import('@vexil/runtime/config')>} of the build */
const builtConfig = () => import(pathToFileURL(inRoot('dist/server/config.mjs')).href);

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<NodeJS.ProcessEnv>} with the contents of the files that `SECRET_KEY_FILE` and its like name
 * @throws {Failure} listing every file that cannot be used
 */
export async function openSecretFiles(environment) {
  /** @type {typeof import('@vexil/runtime/environment')} */
  const { readSecretFiles } = await import(pathToFileURL(inRoot('dist/server/environment.mjs')).href);
  const { environment: opened, mistakes } = readSecretFiles(environment);
  if (mistakes.length === 0) return opened;
  throw new Failure(mistakes.map(({ variable, message }) => `${variable}: ${message}`).join('\n'));
}

/**
 * @param {NodeJS.ProcessEnv} environment @returns {Promise<import('@vexil/runtime/config').Config>}
 * @throws {Failure} listing every mistake
 */
export async function checkSettings(environment) {
  const { readConfig, ConfigError, describeMisspelt, describeRisks } = await builtConfig();
  for (const line of describeMisspelt(environment)) say(line);
  const absent = Object.entries(supplied).filter(([name]) => given(environment, name) === null);
  try {
    const config = readConfig({ ...environment, ...Object.fromEntries(absent) });
    for (const line of describeRisks(config)) say(line);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split('\n').map((line) => `  ${line}`);
    throw new Failure(`${lines.length === 1 ? 'A setting' : 'Some settings'} cannot be used:\n${lines.join('\n')}`);
  }
}
