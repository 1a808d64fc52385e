import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from './failure.mjs';
import { inRoot, root } from './paths.mjs';

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

/**
 * @param {NodeJS.ProcessEnv} environment @returns {Promise<import('@vexil/runtime/config').Config>}
 * @throws {Failure} listing every mistake
 */
export async function checkSettings(environment) {
  /** @type {typeof import('@vexil/runtime/config')} */
  const { readConfig, ConfigError } = await import(pathToFileURL(inRoot('dist/server/config.mjs')).href);
  const absent = Object.entries(supplied).filter(([name]) => given(environment, name) === null);
  try {
    return readConfig({ ...environment, ...Object.fromEntries(absent) });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split('\n').map((line) => `  ${line}`);
    throw new Failure(`${lines.length === 1 ? 'A setting' : 'Some settings'} cannot be used:\n${lines.join('\n')}`);
  }
}
