import { ContainerOptions, standardContainerOptions } from '@vexil/contract/container-options';
import { describe, expect, it } from 'vitest';
import { findOptionMistakes, optionsOf, optionValues } from './container-options-form';

const full = ContainerOptions.parse({
  mainKind: 'http',
  entry: 'name',
  ports: [{ name: 'admin', port: 8080, kind: 'http' }],
  companions: [{ name: 'db', image: 'postgres:17', environment: { A: '1=2', B: '' }, memoryMiB: 128, cpuTenths: 5 }],
  readiness: { kind: 'http', path: '/ready', timeoutSeconds: 60 },
  flagDelivery: 'file',
  flagPath: '/home/ctf/flag',
  rotateFlag: true,
  runtime: 'runsc',
  warmCount: 3,
});
const dynamic = { type: 'DynamicContainer', exposePort: 80, flagTemplate: null } as const;

describe('the options of a container as fields', () => {
  it.each([
    ['the defaults', standardContainerOptions],
    ['all of them', full],
  ])('keep %s', (_, options) => {
    expect(optionsOf(optionValues(options), options)).toEqual(options);
  });

  it('show processor in cores and variables as lines', () => {
    expect(optionValues(full).companions[0]).toMatchObject({ cpuCores: 0.5, environment: 'A=1=2\nB=' });
    const values = optionValues(full);
    const [companion] = values.companions;
    const typed = { ...values, companions: companion ? [{ ...companion, environment: '\n C =  d \nE\n' }] : [] };
    expect(optionsOf(typed, full)).toMatchObject({ companions: [{ environment: { C: '  d ', E: '' } }] });
  });

  it('are checked one by one', () => {
    const values = optionValues(full);
    const mistakesOf = (
      changed: Partial<typeof values>,
      challenge: Parameters<typeof findOptionMistakes>[1] = dynamic,
    ) => Object.keys(findOptionMistakes(optionsOf({ ...values, ...changed }, full), challenge));
    expect(mistakesOf({})).toEqual([]);
    expect(mistakesOf({ readySeconds: '', readyPath: 'x', runtime: '!', flagPath: 'flag' })).toEqual([
      ...['readyPath', 'readySeconds', 'flagPath', 'runtime'],
    ]);
    expect(mistakesOf({ ports: [{ name: 'Admin', port: 1, kind: 'tcp' }] })).toEqual(['ports']);
    expect(mistakesOf({ ports: [{ name: 'web', port: 80, kind: 'tcp' }] })).toEqual(['ports']);
    expect(findOptionMistakes({ ...full, ports: [...full.ports, ...full.ports] }, dynamic)).toEqual({ ports: 'twice' });
    expect(findOptionMistakes(full, { ...dynamic, type: 'StaticContainer' })).toEqual({ flagDelivery: 'impossible' });
    const variable = { ...full, flagDelivery: 'environment' };
    expect(findOptionMistakes(variable, dynamic)).toEqual({ warmCount: 'impossible' });
    expect(findOptionMistakes({ ...full, sharing: 'kept' }, dynamic)).toEqual({ sharing: 'impossible' });
    const shared = { ...variable, sharing: 'kept', rotateFlag: false };
    expect(findOptionMistakes(shared, { ...dynamic, type: 'StaticContainer' })).toEqual({ warmCount: 'impossible' });
    expect(findOptionMistakes(full, { ...dynamic, flagTemplate: 'flag{[TEAM_HASH]}' })).toEqual({
      rotateFlag: 'impossible',
    });
    expect(findOptionMistakes({ ...full, warmCount: 51 }, dynamic)).toHaveProperty('warmCount.code', 'too_big');
  });
});
