import { readFileSync } from 'node:fs';
import { environmentSchema } from '@vexil/runtime/config';
import { secretVariables } from '@vexil/runtime/environment';
import { describe, expect, it } from 'vitest';
import { readCompose } from '../images/compose.mjs';
import { inRoot } from '../lib/paths.mjs';
import { listUnexplained, writeTables } from './page';

const read = (file: string) => readFileSync(inRoot(file), 'utf8');
const known = Object.keys(environmentSchema.shape);

describe('docs/settings.md', () => {
  it('says of every setting what it means', () => expect(listUnexplained()).toEqual([]));

  it('is current; otherwise run "npm run docs:settings"', () => {
    const page = read('docs/settings.md');
    expect(page).toBe(writeTables(page));
  });
});

const environment = { SECRET_KEY: 's', POSTGRES_PASSWORD: 'p', REDIS_PASSWORD: 'r', ADMIN_PASSWORD: 'a' };
const services = readCompose(environment);
const settingsOf = (service: string) => Object.keys(services[service]?.environment ?? {});

/** Settings that Compose does not pass on, and why. */
const fixed: Record<string, string> = {
  PORT: 'the port inside the container is always 8080; PORT of .env is the published one',
  HOST: 'a container listens on all its addresses',
  DATA_DIR: 'the images set it to their volume',
  DOCKER_HOST: 'the command docker compose reads it; another engine is named in CONTAINER_ENGINES',
  HEARTBEAT_FILE: 'the image of the worker sets it for its health check',
  CONTAINER_CAPTURE_DIRECTORY: 'it is on the volume of DATA_DIR',
};
const ofServers = ['ADMIN_PASSWORD', 'RELAY_CONNECTIONS_MAX'];
const ofBackups = known.filter((name) => /^BACKUP_(?!EVERY)|^VERIFY_/.test(name));

describe('docker/compose.yml', () => {
  it.each(['server', 'worker', 'backup'])('gives %s settings that exist', (service) => {
    const secret = secretVariables.map((name) => `${name}_FILE`);
    expect(settingsOf(service).filter((name) => ![...known, ...secret].includes(name))).toEqual([]);
  });

  it('passes every setting on to the processes that read it', () => {
    const missing = (service: string, others: ReadonlySet<string>) => {
      const given = new Set(settingsOf(service));
      return known.filter((name) => !given.has(name) && !(name in fixed) && !others.has(name));
    };
    expect(missing('server', new Set(ofBackups))).toEqual([]);
    expect(missing('worker', new Set([...ofServers, ...ofBackups]))).toEqual([]);
    expect(ofBackups.filter((name) => !settingsOf('backup').includes(name))).toEqual([]);
  });

  it('has a reason for settings that exist and are not given, and for no other', () => {
    const given = new Set(['server', 'worker', 'backup'].flatMap(settingsOf));
    expect(Object.keys(fixed).filter((name) => given.has(name) || !known.includes(name))).toEqual([]);
  });
});

describe('docker/example.env', () => {
  const named = [...read('docker/example.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const compose = read('docker/compose.yml') + read('docker/compose.dev.yml');
  const used = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name));

  it('names variables that Compose uses', () => expect(named.filter((name) => !used.has(name))).toEqual([]));

  it('names every variable without which Compose refuses to start', () => {
    const required = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name);
    expect([...new Set(required)].filter((name) => !named.includes(name))).toEqual([]);
  });
});

describe.each(['server', 'worker'])('the image of the %s', (name) => {
  const text = read(`docker/images/${name}.Dockerfile`);
  const set = [...text.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/([A-Z_]+)=/g)].map(([, variable = '']) => variable),
  );

  it('sets settings that exist', () => {
    expect(set).toContain('DATA_DIR');
    expect(set.filter((variable) => variable !== 'NODE_ENV' && !known.includes(variable))).toEqual([]);
  });
});
