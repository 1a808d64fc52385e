import { ContainerCeilings, standardCeilings } from '@vexil/contract/ceiling';
import { describe, expect, it } from 'vitest';
import { boundedEnd, type CeilingedChallenge, diskLimitMiB, findBreaches } from './ceiling.rules';

const ceilings: ContainerCeilings = {
  memoryMiB: 512,
  cpuTenths: 15,
  storageMiB: 1000,
  lifetimeMinutes: 60,
  instancesMax: 0,
  networkModes: ['Isolated'],
  imageRegistries: 'ghcr.io/club',
  runtimes: ['runsc'],
};
const fitting: CeilingedChallenge = {
  gameId: 7,
  containerImage: ' ghcr.io/club/web:1 ',
  memoryLimitMiB: 512,
  cpuTenths: 15,
  storageLimitMiB: 1000,
  networkMode: 'Isolated',
  containerOptions: {},
};
const breaches = (changes: Partial<CeilingedChallenge>) => findBreaches({ ...fitting, ...changes }, ceilings);

describe('the ceilings', () => {
  it('let through what reaches them, and a challenge without an image', () => {
    expect(breaches({})).toEqual([]);
    expect(breaches({ containerImage: ' ' })).toEqual([]);
    expect(breaches({ storageLimitMiB: 0 })).toEqual([]);
    expect(breaches({ containerOptions: { runtime: 'runsc' } })).toEqual([]);
  });

  it.each([
    [{ memoryLimitMiB: 513 }, 'memoryLimit', 'challenge.ceilingExceeded', { max: '512 MiB' }],
    [{ cpuTenths: 16 }, 'cpuCount', 'challenge.ceilingExceeded', { max: '1.5 CPU' }],
    [{ storageLimitMiB: 1001 }, 'storageLimit', 'challenge.ceilingExceeded', { max: '1000 MiB' }],
    [{ networkMode: 'Custom' }, 'networkMode', 'challenge.networkNotAllowed', { mode: 'Custom' }],
    [{ containerImage: 'Nonsense' }, 'containerImage', 'challenge.imageInvalid', {}],
    [{ containerImage: 'busybox' }, 'containerImage', 'challenge.imageNotAllowed', { registry: 'docker.io' }],
    [{ containerImage: 'redis:6379/a' }, 'containerImage', 'challenge.imageNotAllowed', { registry: 'redis:6379' }],
    [
      { containerOptions: { runtime: 'runc' } },
      'containerOptions.runtime',
      'challenge.runtimeNotAllowed',
      { runtime: 'runc' },
    ],
  ] as const)('refuse %j by name', (changes, field, code, params) => {
    expect(breaches(changes)).toEqual([{ field, code, params }]);
  });

  it('count companions together with the main container, and say the limit in its unit', () => {
    const companion = { name: 'db', image: 'ghcr.io/club/db:1', environment: {}, memoryMiB: 64, cpuTenths: 1 };
    const containerOptions = { companions: [companion] };
    const max = ['512 MiB', '1.5 CPU'].map((unit) => ({
      field: 'containerOptions',
      code: 'challenge.ceilingExceeded',
      params: { max: unit },
    }));
    expect(breaches({ containerOptions })).toEqual(max);
    expect(breaches({ containerOptions, memoryLimitMiB: 448, cpuTenths: 14 })).toEqual([]);
  });

  it('name everything that is beyond them', () => {
    expect(breaches({ memoryLimitMiB: 600, networkMode: 'Open' }).map(({ field }) => field)).toEqual([
      'memoryLimit',
      'networkMode',
    ]);
  });

  it('of a new deployment allow ordinary challenges only', () => {
    const usual = {
      ...fitting,
      containerImage: 'busybox',
      memoryLimitMiB: 4096,
      cpuTenths: 40,
      storageLimitMiB: 10_240,
    };
    expect(findBreaches(usual, standardCeilings)).toEqual([]);
    expect(findBreaches({ ...usual, networkMode: 'Open' }, standardCeilings)).toEqual([]);
    expect(findBreaches({ ...usual, networkMode: 'Custom' }, standardCeilings)).toHaveLength(1);
    // Of an engine whose own runtime is a sandbox it would lead out.
    expect(findBreaches({ ...usual, containerOptions: { runtime: 'runc' } }, standardCeilings)).toHaveLength(1);
    expect(standardCeilings.lifetimeMinutes).toBe(7 * 24 * 60);
    expect(ContainerCeilings.parse(standardCeilings)).toEqual(standardCeilings);
  });

  it('take a list of registries only in its form', () => {
    expect(ContainerCeilings.safeParse({ ...ceilings, imageRegistries: 'club' }).success).toBe(false);
  });

  it.each([
    [0, 1000],
    [1, 1],
    [999, 999],
    [1001, 1000],
  ])('of a storage limit of %i make %i', (limit, result) => {
    expect(diskLimitMiB(limit, ceilings)).toBe(result);
  });

  it('end a container in time', () => {
    const hour = 3_600_000;
    expect(boundedEnd(1000, 1000 + hour - 1, ceilings)).toBe(1000 + hour - 1);
    expect(boundedEnd(1000, 1000 + hour + 1, ceilings)).toBe(1000 + hour);
  });
});
