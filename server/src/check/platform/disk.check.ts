import { hostname } from 'node:os';
import { diskStateOf } from '@vexil/http/guard/disk-space.rules';
import { fault, gib, ok, type PlatformCheck, warning } from '../check';

const mib = 1024 ** 2;

export const disk: PlatformCheck = {
  name: 'disk',
  audience: 'platform',
  async watch({ deps: { diskSpace } }) {
    const bytes = await diskSpace.freeBytes();
    const isLow = bytes !== null && diskStateOf(bytes) !== 'ok';
    return new Map([['DiskLow', new Map(isLow ? [[hostname(), String(Math.floor(bytes / mib))]] : [])]]);
  },
  async ask({ deps: { diskSpace } }) {
    const bytes = await diskSpace.freeBytes();
    if (bytes === null) return [ok('disk.elsewhere')];
    const free = gib(bytes);
    const state = diskStateOf(bytes);
    if (state === 'full') return [fault('disk.full', { free })];
    return [state === 'low' ? warning('disk.low', { free }) : ok('disk.free', { free })];
  },
};
