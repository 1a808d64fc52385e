import { diskStateOf } from '@vexil/http/guard/disk-space.rules';
import { fault, gib, ok, type PlatformCheck, warning } from '../check';

export const disk: PlatformCheck = {
  name: 'disk',
  audience: 'platform',
  async ask({ deps: { diskSpace } }) {
    const bytes = await diskSpace.freeBytes();
    if (bytes === null) return [ok('disk.elsewhere')];
    const free = gib(bytes);
    const state = diskStateOf(bytes);
    if (state === 'full') return [fault('disk.full', { free })];
    return [state === 'low' ? warning('disk.low', { free }) : ok('disk.free', { free })];
  },
};
