/**
 * Tests of the images derive `docker run` from docker/compose.yml so that they cannot drift from the deployment: an
 * unknown key is an error.
 */
import { readFileSync } from 'node:fs';
import yaml from 'js-yaml';
import { inRoot } from '../lib/paths.mjs';

/** @typedef {Record<string, any>} Service */

/**
 * `${NAME}`, `${NAME:-default}`, `${NAME-default}` and `${NAME:?why}`, as Compose knows them.
 * @param {unknown} value @param {Record<string, string>} environment @returns {any}
 */
export function interpolate(value, environment) {
  if (Array.isArray(value)) return value.map((one) => interpolate(one, environment));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, interpolate(one, environment)]));
  }
  if (typeof value !== 'string') return value;
  const replaced = value.replace(/\$\{(\w+)(?:(:-|-|:\?)([^}]*))?\}/g, (_all, name, kind, rest = '') => {
    const given = environment[name];
    if (given || (kind === '-' && given !== undefined)) return given;
    if (kind === ':?') throw new Error(`${name} ${rest}`);
    return rest;
  });
  return replaced.replaceAll('$$', '$');
}

/** @param {Record<string, string>} environment what stands in .env @returns {Record<string, Service>} */
export function readCompose(environment) {
  const read = (/** @type {string} */ file) =>
    /** @type {any} */ (yaml.load(readFileSync(inRoot('docker', file), 'utf8')));
  const { services } = read('compose.yml');
  const extended = Object.entries(services).map(([name, service]) => {
    const { extends: from, ...own } = /** @type {Service} */ (service);
    if (!from) return [name, own];
    const base = read(from.file).services[from.service];
    const merged = { ...base, ...own, environment: { ...base.environment, ...own.environment } };
    return [name, merged];
  });
  return interpolate(Object.fromEntries(extended), environment);
}

/** Keys that do not affect one container, or that the test sets itself. */
const ignored = new Set(['build', 'image', 'restart', 'logging', 'depends_on', 'stop_grace_period']);

/** @param {string} key @param {any} value @param {{ prefix: string, socket: string }} place @returns {string[]} */
function flagsOf(key, value, { prefix, socket }) {
  const each = (/** @type {string} */ flag) =>
    [value].flat().flatMap((/** @type {unknown} */ one) => [flag, String(one)]);
  switch (key) {
    case 'environment':
      return Object.entries(value).flatMap(([name, one]) => ['--env', `${name}=${one}`]);
    case 'ports':
      return each('--publish');
    case 'tmpfs':
      return each('--tmpfs');
    case 'cap_drop':
      return each('--cap-drop');
    case 'cap_add':
      return each('--cap-add');
    case 'security_opt':
      return each('--security-opt');
    case 'network_mode':
      return ['--network', value];
    case 'shm_size':
      return ['--shm-size', value];
    case 'read_only':
      return value ? ['--read-only'] : [];
    case 'volumes':
      return value.flatMap((/** @type {string} */ volume) => {
        const [source = '', ...target] = volume.split(':');
        const from = source.startsWith('/') ? (source === '/var/run/docker.sock' ? socket : source) : prefix + source;
        return ['--volume', [from, ...target].join(':')];
      });
    case 'healthcheck': {
      const [kind, ...words] = value.test;
      const command = kind === 'CMD-SHELL' ? words[0] : words.join(' ');
      const times = ['--health-interval', value.interval, '--health-timeout', value.timeout];
      return ['--health-cmd', command, ...times, '--health-retries', String(value.retries)];
    }
    default:
      throw new Error(`compose.yml has "${key}", which the test of the images does not know yet.`);
  }
}

/**
 * @param {Service} service
 * @param {{ prefix: string, socket: string, name: string, image: string, network: string, alias: string }} place
 *   `prefix` begins the names of volumes, `socket` is the engine's
 * @returns {string[]} arguments of `docker`
 */
export function runArguments(service, { prefix, socket, name, image, network, alias }) {
  const flags = Object.entries(service).flatMap(([key, value]) =>
    ignored.has(key) || key === 'command' ? [] : flagsOf(key, value, { prefix, socket }),
  );
  const networking = service.network_mode ? [] : ['--network', network, '--network-alias', alias];
  const { command = [] } = service;
  const words = typeof command === 'string' ? (command.match(/"[^"]*"|\S+/g) ?? []) : command;
  const plain = words.map((/** @type {string} */ word) => word.replace(/^"(.*)"$/, '$1'));
  return ['run', '--detach', '--name', name, ...networking, ...flags, image, ...plain];
}
