import { listLivingWorkers } from '@vexil/runtime/heartbeat';
import { productInfo } from '../../config/product';
import { fault, holdsIf, ok, type PlatformCheck, warning } from '../check';

export const workers: PlatformCheck = {
  name: 'workers',
  audience: 'platform',
  async watch({ queueHealth }) {
    return new Map([['WorkerMissing', holdsIf((await queueHealth()).workers === 0)]]);
  },
  async ask({ deps: { redis, keyPrefix } }) {
    const workers = await listLivingWorkers(redis, keyPrefix);
    if (workers.length === 0) return [fault('workers.none')];
    const versions = new Set([productInfo.version, ...workers.flatMap(({ version }) => version ?? [])]);
    return [
      ok('workers.run', { count: workers.length }),
      ...(versions.size > 1 ? [warning('workers.versions', { versions: [...versions].sort().join(', ') })] : []),
    ];
  },
};
