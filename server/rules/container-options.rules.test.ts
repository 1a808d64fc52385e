import { standardContainerOptions } from '@vexil/contract/container-options';
import { describe, expect, it } from 'vitest';
import { findContradiction, imagesOf, instanceSize, portsOf, readContainerOptions } from './container-options.rules';

const companion = { name: 'database', image: 'mysql:9', environment: {}, memoryMiB: 256, cpuTenths: 5 };

describe('readContainerOptions', () => {
  it('fills what is absent', () => {
    expect(readContainerOptions({})).toEqual(standardContainerOptions);
    expect(readContainerOptions({ entry: 'name' })).toEqual({ ...standardContainerOptions, entry: 'name' });
  });

  it.each([
    ['an unknown runtime name', { runtime: '!' }],
    ['a path that climbs', { flagPath: '/run/../etc/passwd' }],
    ['a port called main', { ports: [{ name: 'main', port: 81, kind: 'tcp' as const }] }],
    ['a name that is no label', { companions: [{ ...companion, name: 'Data_Base' }] }],
    ['two companions of one name', { companions: [companion, companion] }],
  ])('gives the defaults for %s', (_, stored) => {
    expect(readContainerOptions(stored)).toEqual(standardContainerOptions);
  });
});

describe('portsOf', () => {
  it('begins with the main port', () => {
    const options = readContainerOptions({ mainKind: 'http', ports: [{ name: 'shell', port: 22, kind: 'tcp' }] });
    expect(portsOf(8080, options)).toEqual([
      { name: 'main', port: 8080, kind: 'http' },
      { name: 'shell', port: 22, kind: 'tcp' },
    ]);
  });
});

describe('instanceSize', () => {
  it('counts the companions', () => {
    const main = { memoryLimitMiB: 64, cpuTenths: 2 };
    expect(instanceSize(main, { companions: [] })).toEqual({ memoryMiB: 64, cpuTenths: 2 });
    expect(instanceSize(main, { companions: [companion, companion] })).toEqual({ memoryMiB: 576, cpuTenths: 12 });
  });
});

describe('imagesOf', () => {
  it('names each image once and no blank one', () => {
    expect(imagesOf(' nginx ', { companions: [companion] })).toEqual(['nginx', 'mysql:9']);
    expect(imagesOf('', { companions: [] })).toEqual([]);
  });
});

describe('findContradiction', () => {
  const fixed = { type: 'StaticContainer' as const, exposePort: 80, flagTemplate: null };
  const dynamic = { ...fixed, type: 'DynamicContainer' as const };
  const hashed = { ...dynamic, flagTemplate: 'flag{[TEAM_HASH]}' };
  it.each([
    ['nothing set', dynamic, {}, null],
    ['a port twice', fixed, { ports: [{ name: 'again', port: 80, kind: 'tcp' as const }] }, 'containerOptions.ports'],
    ['a second port', fixed, { ports: [{ name: 'other', port: 81, kind: 'tcp' as const }] }, null],
    ['a flag in a file', dynamic, { flagDelivery: 'file' as const }, null],
    ['a file without a flag', fixed, { flagDelivery: 'file' as const }, 'containerOptions.flagDelivery'],
    ['a new flag each time', dynamic, { rotateFlag: true }, null],
    [
      'one that a pool gets as a file',
      dynamic,
      { rotateFlag: true, flagDelivery: 'file' as const, warmCount: 1 },
      null,
    ],
    ['one for a pool', dynamic, { rotateFlag: true, warmCount: 1 }, 'containerOptions.warmCount'],
    ['one for a shared instance', dynamic, { rotateFlag: true, sharing: 'kept' as const }, 'containerOptions.sharing'],
    ['one without a flag per team', fixed, { rotateFlag: true }, 'containerOptions.rotateFlag'],
    ['one that is always the same', hashed, { rotateFlag: true }, 'containerOptions.rotateFlag'],
  ])('of %s', (_, challenge, options, expected) => {
    expect(findContradiction(challenge, readContainerOptions(options))).toBe(expected);
  });
});
