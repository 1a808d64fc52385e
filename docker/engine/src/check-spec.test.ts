import { describe, expect, it } from 'vitest';
import { buildSpec } from '../testing/docker';
import { checkPath, checkRun, checkSpec } from './check-spec';
import type { ContainerSpec, RunSpec } from './engine';

const companion = { name: 'db', image: 'postgres', env: {}, memoryMiB: 64, cpuTenths: 5 };
const main = { name: 'main', port: 80 };
const run: RunSpec = {
  ...companion,
  id: crypto.randomUUID(),
  target: crypto.randomUUID(),
  timeoutMs: 1,
  outputBytesMax: 0,
};

describe('the check of a container’s spec', () => {
  it.each<Partial<ContainerSpec>>([
    {},
    { ports: [main, { name: 'web-2', port: 81 }] },
    { companions: [companion, { ...companion, name: 'cache-1' }] },
    { runtime: 'runsc' },
  ])('accepts %j', (changes) => {
    expect(() => checkSpec(buildSpec(changes))).not.toThrow();
  });

  it.each<[string, Partial<ContainerSpec>]>([
    ['no port', { ports: [] }],
    ['a first port that is not main', { ports: [{ name: 'web', port: 80 }] }],
    ['one number twice', { ports: [main, { name: 'web', port: 80 }] }],
    ['one name twice', { ports: [main, { name: 'main', port: 81 }] }],
    ['a long name', { ports: [main, { name: 'a-port-with-a-name', port: 81 }] }],
    ['a name with capitals', { ports: [main, { name: 'Web', port: 81 }] }],
    ['port 65536', { ports: [{ name: 'main', port: 65_536 }] }],
    ['a companion called main', { companions: [{ ...companion, name: 'main' }] }],
    ['a companion called localhost', { companions: [{ ...companion, name: 'localhost' }] }],
    ['two companions of one name', { companions: [companion, companion] }],
    ['a companion with a dot', { companions: [{ ...companion, name: 'db.example' }] }],
    ['a companion without memory', { companions: [{ ...companion, memoryMiB: 0 }] }],
    ['a companion with a broken variable', { companions: [{ ...companion, env: { 'A=B': '' } }] }],
    ['nine companions', { companions: Array.from({ length: 9 }, (_, at) => ({ ...companion, name: `db${at}` })) }],
    ['a runtime with a space', { runtime: 'run sc' }],
    ['a variable with a zero byte', { env: { FLAG: 'a\0b' } }],
    ['half a megabyte', { memoryMiB: 64.5 }],
  ])('refuses %s', (_, changes) => {
    expect(() => checkSpec(buildSpec(changes))).toThrow(expect.objectContaining({ code: 'invalidSpec' }));
  });

  it.each<Partial<RunSpec>>([{ target: 'x' }, { timeoutMs: 0 }, { outputBytesMax: 1_048_577 }, { image: '' }])(
    'refuses a run with %j',
    (changes) => {
      expect(() => checkRun(run)).not.toThrow();
      expect(() => checkRun({ ...run, ...changes })).toThrow(expect.objectContaining({ code: 'invalidSpec' }));
    },
  );

  it.each(['', '/', 'flag', '/a/', '/a/./b', '/../b', '/a\0'])('refuses to write to %j', (path) => {
    expect(() => checkPath('/flag')).not.toThrow();
    expect(() => checkPath(path)).toThrow(expect.objectContaining({ code: 'invalidSpec' }));
  });
});
