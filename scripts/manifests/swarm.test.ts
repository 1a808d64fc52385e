import { spawnSync } from 'node:child_process';
import { environmentSchema } from '@vexil/runtime/config';
import { secretVariables } from '@vexil/runtime/environment';
import { describe, expect, it } from 'vitest';
import { interpolate } from '../images/compose.mjs';
import { findProgram } from '../lib/find-program.mjs';
import { inRoot } from '../lib/paths.mjs';
import { readDocuments } from './yaml';

const file = 'docker/swarm/stack.yml';
const env = { PUBLIC_URL: 'https://ctf.example.org', PATH: process.env.PATH ?? '' };

interface Stack {
  services: Record<string, { environment: Record<string, string>; secrets: string[]; stop_grace_period: string }>;
  secrets: Record<string, unknown>;
}

const [stack] = readDocuments<Stack>(file);
const { services, secrets } = interpolate(stack, env) as Stack;
const known = new Set<string>([
  ...Object.keys(environmentSchema.shape),
  ...secretVariables.map((name) => `${name}_FILE`),
]);

describe('docker/swarm/stack.yml', () => {
  it.each(Object.keys(services))('gives %s settings that exist, and secrets that it has', (name) => {
    const { environment = {}, secrets: own = [] } = services[name] ?? {};
    expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([]);
    const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'));
    expect(files.map(([, at]) => at.replace('/run/secrets/', '')).sort()).toEqual([...own].sort());
    expect(own.filter((secret) => !(secret in secrets))).toEqual([]);
    expect(environment.CONTAINER_ENGINE).toBe('swarm');
  });

  const docker = findProgram('docker');
  it.skipIf(docker === null)('is a stack that Docker understands (needs the program docker)', () => {
    const { status, stderr } = spawnSync('docker', ['stack', 'config', '--compose-file', inRoot(file)], {
      env,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
