import { readConfig } from '@vexil/runtime/config';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { logHostExposure } from './host-exposure';

function linesWith(environment: Record<string, string>) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const config = readConfig({
    DATABASE_URL: 'postgres://127.0.0.1/x',
    REDIS_URL: 'redis://127.0.0.1',
    SECRET_KEY: 'k'.repeat(32),
    ...environment,
  });
  logHostExposure({ config, log });
  return lines.map((line) => JSON.parse(line) as { level: number; msg: string });
}

describe('logHostExposure', () => {
  it('warns where containers get the session cookie', () => {
    const lines = linesWith({ PUBLIC_URL: 'https://ctf.example.org' });
    expect(lines).toMatchObject([{ level: 40 }]);
    expect(lines[0]?.msg).toMatch(/session cookie.*CONTAINER_PUBLIC_HOST.*CONTAINER_PORT_MAPPING.*docs\/install\.md/);
  });

  it('notes a shared domain', () => {
    const lines = linesWith({ PUBLIC_URL: 'https://ctf.example.org', CONTAINER_PUBLIC_HOST: 'play.example.org' });
    expect(lines).toMatchObject([{ level: 30 }]);
    expect(lines[0]?.msg).toMatch(/SameSite.*docs\/install\.md/);
  });

  it('warns where names of instances lie in the domain of the site', () => {
    const environment = { PUBLIC_URL: 'https://ctf.example.org', CONTAINER_PORT_MAPPING: 'proxy' };
    const lines = linesWith({ ...environment, CONTAINER_DOMAIN: 'play.example.org' });
    expect(lines).toMatchObject([{ level: 40 }]);
    expect(lines[0]?.msg).toMatch(/CONTAINER_DOMAIN.*SameSite.*docs\/install\.md/);
    expect(linesWith({ ...environment, CONTAINER_DOMAIN: 'play-ctf.net' })).toEqual([]);
  });

  it('says nothing where they are apart', () => {
    expect(linesWith({ PUBLIC_URL: 'https://ctf.example.org', CONTAINER_PUBLIC_HOST: 'play.example.net' })).toEqual([]);
    expect(linesWith({ CONTAINER_PORT_MAPPING: 'proxy' })).toEqual([]);
  });
});
