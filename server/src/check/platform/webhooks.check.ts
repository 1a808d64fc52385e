import { readFailing } from '../../webhook/webhook.service';
import { ok, type PlatformCheck, warning } from '../check';

export const webhooks: PlatformCheck = {
  name: 'webhooks',
  audience: 'platform',
  async ask({ deps }) {
    const { enabled, failing } = await readFailing(deps);
    if (failing.length > 0) {
      return failing.map(({ name, error, waiting }) => warning('webhooks.fails', { name, reason: error, waiting }));
    }
    return [enabled === 0 ? ok('webhooks.none') : ok('webhooks.deliver', { count: enabled })];
  },
};
