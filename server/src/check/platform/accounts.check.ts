import { ok, type PlatformCheck, warning } from '../check';
import { countAdministrators } from './platform.queries';

export const accounts: PlatformCheck = {
  name: 'accounts',
  audience: 'platform',
  async ask({ deps: { db } }) {
    const count = await countAdministrators(db);
    return [count === 1 ? warning('accounts.oneAdministrator') : ok('accounts.administrators', { count })];
  },
};
