// Every setting, given as an operator gives it, is what the processes read: through npm start and through Compose.

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Config, environmentSchema, readConfig } from '@vexil/runtime/config';
import { describe, expect, it } from 'vitest';
import { readCompose } from '../images/compose.mjs';
import { inRoot } from '../lib/paths.mjs';
import { processesOf } from '../lib/processes.mjs';
import { chooseEngine } from '../lib/services.mjs';

type Given = Record<string, string>;

const key = 'k'.repeat(32);
const needed: Given = {
  DATABASE_URL: 'postgres://vexil:p@127.0.0.1:15432/vexil',
  REDIS_URL: 'redis://:r@127.0.0.1:16379',
  SECRET_KEY: key,
};
const tls = {
  CONTAINER_DOMAIN: 'play-ctf.net',
  CONTAINER_TLS_PORT: '8443',
  CONTAINER_TLS_CERT: '/c',
  CONTAINER_TLS_KEY: '/k',
};
const https = { PUBLIC_URL: 'https://ctf.example.org', CONTAINER_PUBLIC_HOST: 'play.example.net' };
const turnstile = { CAPTCHA_PROVIDER: 'CloudflareTurnstile', CAPTCHA_SITE_KEY: 's', CAPTCHA_SECRET_KEY: 't' };
const bucket = {
  STORAGE_URL: 's3://files?endpoint=https://s3.example.org',
  S3_ACCESS_KEY_ID: 'i',
  S3_SECRET_ACCESS_KEY: 'j',
};

/** A value of each setting that is not the default, and what it needs beside it. */
const samples: Record<string, Given> = {
  PORT: { PORT: '8123' },
  HOST: { HOST: '127.0.0.7' },
  PUBLIC_URL: { PUBLIC_URL: 'http://ctf.lan' },
  SOURCE_URL: { SOURCE_URL: 'https://git.example.org/vexil' },
  DATA_DIR: { DATA_DIR: '/srv/vexil' },
  DATABASE_URL: { DATABASE_URL: 'postgres://other:p@db.lan/other' },
  VERIFY_DATABASE_URL: { VERIFY_DATABASE_URL: 'postgres://verify:p@db.lan/postgres', BACKUP_EVERY: '6h' },
  REDIS_URL: { REDIS_URL: 'redis://redis.lan:6380' },
  KEY_PREFIX: { KEY_PREFIX: 'second:' },
  ADMIN_PASSWORD: { ADMIN_PASSWORD: 'Administrator1' },
  SECRET_KEY: { SECRET_KEY: 'other'.repeat(8) },
  STORAGE_URL: bucket,
  S3_ACCESS_KEY_ID: bucket,
  S3_SECRET_ACCESS_KEY: bucket,
  S3_CHALLENGE_PREFIX: { ...bucket, S3_CHALLENGE_PREFIX: 'tasks' },
  SMTP_URL: { SMTP_URL: 'smtp://user:p@mail.lan:587' },
  SMTP_FROM: { SMTP_FROM: 'ctf@example.org' },
  BACKUP_EVERY: { BACKUP_EVERY: '3h' },
  BACKUP_KEEP: { BACKUP_KEEP: '5' },
  BACKUP_TO: { BACKUP_TO: '/mnt/backups' },
  BACKUP_PASSPHRASE: { BACKUP_PASSPHRASE: 'a long passphrase' },
  BACKUP_VERIFY: { BACKUP_VERIFY: 'off' },
  CAPTCHA_PROVIDER: { CAPTCHA_PROVIDER: 'HashPow' },
  CAPTCHA_SITE_KEY: turnstile,
  CAPTCHA_SECRET_KEY: turnstile,
  CAPTCHA_DIFFICULTY: { CAPTCHA_DIFFICULTY: '20' },
  CAPTCHA_VERIFY_URL: { CAPTCHA_VERIFY_URL: 'https://captcha.lan/verify' },
  CONTAINER_ENGINE: { CONTAINER_ENGINE: 'swarm' },
  CONTAINER_ENGINES: {
    CONTAINER_ENGINE: '',
    CONTAINER_ENGINES: '[{"kind":"kubernetes","name":"one"},{"kind":"swarm","name":"two"}]',
  },
  CONTAINER_REGISTRIES: { CONTAINER_REGISTRIES: '{"ghcr.io":{"username":"u","password":"p"}}' },
  DOCKER_HOST: { DOCKER_HOST: 'tcp://127.0.0.1:9' },
  CONTAINER_PUBLIC_HOST: { CONTAINER_PUBLIC_HOST: 'play.example.net' },
  CONTAINER_PORT_RANGE: { CONTAINER_PORT_RANGE: '40000-40999' },
  CONTAINER_PORT_MAPPING: { CONTAINER_PORT_MAPPING: 'proxy' },
  CONTAINER_PROXY_HOST: { CONTAINER_PROXY_HOST: '172.17.0.9' },
  CONTAINER_DOMAIN: tls,
  CONTAINER_TLS_PORT: tls,
  CONTAINER_TLS_CERT: tls,
  CONTAINER_TLS_KEY: tls,
  CONTAINER_DISK_FREE_MIN: { CONTAINER_DISK_FREE_MIN: '77' },
  CONTAINER_CAPTURE: { CONTAINER_CAPTURE: 'off' },
  CONTAINER_CAPTURE_DISK_MAX: { CONTAINER_CAPTURE_DISK_MAX: '78' },
  CONTAINER_CAPTURE_DIRECTORY: { CONTAINER_CAPTURE_DIRECTORY: '/mnt/captures' },
  HSTS_MAX_AGE: { ...https, HSTS_MAX_AGE: '300' },
  HSTS_INCLUDE_SUBDOMAINS: { ...https, HSTS_MAX_AGE: '300', HSTS_INCLUDE_SUBDOMAINS: 'on' },
  RATE_LIMIT: { RATE_LIMIT: 'off' },
  TRUST_PROXY: { TRUST_PROXY: '1' },
  LOG_LEVEL: { LOG_LEVEL: 'debug' },
  WEBHOOK_PRIVATE_ADDRESSES: { WEBHOOK_PRIVATE_ADDRESSES: 'on' },
  OIDC_PRIVATE_ISSUERS: { OIDC_PRIVATE_ISSUERS: 'on' },
  METRICS_PORT: { METRICS_PORT: '9464' },
  METRICS_HOST: { METRICS_HOST: '172.17.0.1' },
  TRACES_URL: { TRACES_URL: 'http://127.0.0.1:4318/v1/traces' },
  TRACES_RATIO: { TRACES_URL: 'http://127.0.0.1:4318/v1/traces', TRACES_RATIO: '0.5' },
  HEARTBEAT_FILE: { HEARTBEAT_FILE: '/tmp/heartbeat' },
  WORKER_CONCURRENCY: { WORKER_CONCURRENCY: '3' },
  LIVE_CONNECTIONS_MAX: { LIVE_CONNECTIONS_MAX: '4' },
  RELAY_CONNECTIONS_MAX: { RELAY_CONNECTIONS_MAX: '5' },
  ATTACHMENT_MAX_MIB: { ATTACHMENT_MAX_MIB: '600' },
  PACKAGE_MAX_MIB: { PACKAGE_MAX_MIB: '700' },
};
const names = Object.keys(environmentSchema.shape);

/** Members by path, those of settings with several variables each by itself. */
const membersOf = (config: Config): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value).map(([member, one]) => [`${name}.${member}`, one])
        : [[name, value]],
    ),
  );

/** Members of the settings that the sample changes, where a process reads other values than the operator gave. */
function differences(sample: Given, process: Given): string[] {
  const standard = membersOf(readConfig(needed));
  const wanted = membersOf(readConfig({ ...needed, ...sample }));
  const read = membersOf(readConfig(process));
  const changed = Object.keys(wanted).filter((member) => !isDeepStrictEqual(standard[member], wanted[member]));
  if (changed.length === 0) return ['the sample is the default'];
  return changed.filter((member) => !isDeepStrictEqual(read[member], wanted[member]));
}

const filled = (environment: Record<string, unknown>): Given =>
  Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));

it('has a value for every setting that exists, and for no other', () => {
  expect(Object.keys(samples).sort()).toEqual([...names].sort());
});

describe('npm start', () => {
  /** Settings that a process reads otherwise on purpose, and why. */
  const apart: Record<string, Record<string, string>> = {
    server: { DOCKER_HOST: 'only workers talk to the engine' },
    worker: { METRICS_PORT: 'the worker has the next port' },
    backup: { DOCKER_HOST: 'only workers talk to the engine' },
  };

  it.each(names)('hands %s to its processes', async (name) => {
    const sample = samples[name] ?? {};
    const outer = { ...needed, ...sample, ...(name.startsWith('BACKUP_') ? { BACKUP_EVERY: '3h', ...sample } : {}) };
    const config = readConfig(outer);
    const environment = { ...outer, ...(await chooseEngine(outer, config.containerEngine)) };
    const verifyDatabaseUrl = config.verifyDatabaseUrl;
    for (const { name: process, extra } of processesOf({ config, verifyDatabaseUrl })) {
      const found = differences(sample, filled({ ...environment, ...extra }));
      expect({ process, found: name in (apart[process] ?? {}) ? [] : found }).toEqual({ process, found: [] });
    }
  });

  it.each(['none', 'swarm', 'kubernetes', 'docker'])('keeps CONTAINER_ENGINE=%s', async (engine) => {
    const outer = { CONTAINER_ENGINE: engine, DOCKER_HOST: 'tcp://127.0.0.1:9' };
    const config = readConfig({ ...needed, ...outer });
    expect({ ...outer, ...(await chooseEngine(outer, config.containerEngine)) }).toEqual(outer);
  });
});

describe('docker/compose.yml', () => {
  /** Settings whose value is another one inside the containers; settings.test.ts says why. */
  const own = new Set([
    ...['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'REDIS_URL', 'DOCKER_HOST', 'HEARTBEAT_FILE'],
    'CONTAINER_CAPTURE_DIRECTORY',
  ]);
  const secrets = { POSTGRES_PASSWORD: 'p', REDIS_PASSWORD: 'r', ADMIN_PASSWORD: 'Administrator2', SECRET_KEY: key };
  const ofServers = new Set(['ADMIN_PASSWORD', 'RELAY_CONNECTIONS_MAX']);
  const readers = (name: string): string[] => {
    if (/^BACKUP_(?!EVERY)|^VERIFY_/.test(name)) return ['backup'];
    if (ofServers.has(name)) return ['server'];
    // Its address is the whole network of the Compose file, see compose.yml.
    return name === 'METRICS_HOST' ? ['worker'] : ['server', 'worker'];
  };

  it.each(names.filter((name) => !own.has(name)))('hands %s to the processes that read it', (name) => {
    const services = readCompose({ ...secrets, ...samples[name] });
    for (const service of readers(name)) {
      const found = differences(samples[name] ?? {}, filled(services[service]?.environment ?? {}));
      expect({ service, found }).toEqual({ service, found: [] });
    }
  });
});

describe('docker/swarm/stack.yml', () => {
  it('hands its variables to the settings of the same name', () => {
    const lines = readFileSync(inRoot('docker/swarm/stack.yml'), 'utf8').matchAll(/^ +([A-Z_]+): \$\{(\w+)/gm);
    const pairs = [...lines].map(([, setting, variable]) => [setting, variable]);
    expect(pairs.length).toBeGreaterThan(5);
    expect(pairs.filter(([setting, variable]) => setting !== variable || !names.includes(setting ?? ''))).toEqual([]);
  });
});
