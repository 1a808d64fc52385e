import { packageFormat } from '@vexil/contract/package';
import { packageLimits } from '@vexil/contract/package.limits';
import { allPermissions } from '@vexil/db/enums/division';
import { describe, expect, it } from 'vitest';
import { packageName, packageTime, readPermissionNames, writePermissionNames } from './package.rules';
import { permissionMask } from './permission.rules';

const join = permissionMask(['JoinGame']);
const both = permissionMask(['JoinGame', 'RankOverall']);
/** A bit without a name, of a release that knows more permissions than this one. */
const unnamed = 8;

it('names the format and bounds what a package may unpack to', () => {
  expect(packageFormat).toBe('GZCTF-GAME');
  expect(packageLimits).toEqual({
    entriesMax: 20_000,
    unpackedFactor: 4,
    ratioMax: 100,
    ratioFreeBytes: 67_108_864,
    jsonBytesMax: 16_777_216,
    jsonTotalBytesMax: 67_108_864,
  });
});

describe('permissions by name', () => {
  it.each<[string[] | null, number]>([
    [null, 0],
    [[], 0],
    [['None'], 0],
    [['None', 'JoinGame'], 0],
    [['All'], allPermissions],
    [['All', 'None'], allPermissions],
    [['JoinGame'], join],
    [['JoinGame', 'RankOverall'], both],
    [['JoinGame', 'Fly'], join],
    [['toString'], 0],
    [[`${both}`], both],
    [['JoinGame', `${both}`], both],
    [['JoinGame', `${both - join}`], both],
    [[`${join}x`], 0],
    [[`x${join}`], 0],
    [[`-${join}`], 0],
    [['4294967295'], allPermissions],
    [[`0000000000${join}`], 0],
    [[`000000000${join}`.slice(-10)], join],
    [[''], 0],
  ])('%j is the mask %i', (names, mask) => expect(readPermissionNames(names)).toBe(mask));

  it.each<[number, string[]]>([
    [allPermissions, ['All']],
    [0, ['None']],
    [join, ['JoinGame']],
    [both, ['JoinGame', 'RankOverall']],
  ])('the mask %i is written as %j', (mask, names) => expect(writePermissionNames(mask)).toEqual(names));

  it('writes bits without a name as a number', () => {
    expect(writePermissionNames(join | unnamed)).toEqual(['JoinGame', `${unnamed}`]);
    expect(writePermissionNames(unnamed)).toEqual([`${unnamed}`]);
  });

  it('reads back every mask it wrote', () => {
    for (let bit = 1; bit <= allPermissions; bit *= 2) {
      const mask = allPermissions & ~bit;
      expect(readPermissionNames(writePermissionNames(mask))).toBe(mask);
    }
  });
});

it('writes a time with an offset', () => {
  expect(packageTime(new Date(Date.UTC(2026, 4, 1, 8)))).toBe('2026-05-01T08:00:00.000+00:00');
});

it.each([
  [new Date(2026, 0, 2, 3, 4, 5), 'Cup-export-20260102-030405.zip'],
  [new Date(2026, 11, 31, 23, 59, 58), 'Cup-export-20261231-235958.zip'],
])('names the package of %s %s', (at, name) => expect(packageName('Cup', at)).toBe(name));
