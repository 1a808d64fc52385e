import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Deps } from '@vexil/http/deps';
import { readProviders } from '../config/provider.service';
import { listPasskeys } from './factor.queries';
import { listLinks } from './link.queries';
import { decoy as noPassword } from './password';

/** For the end of what removes one. Throws `account.lastWayIn`. */
export async function requireWayIn(
  deps: Deps,
  tx: Tx,
  { id, passwordHash }: Pick<AccountRow, 'id' | 'passwordHash'>,
): Promise<void> {
  if (passwordHash !== noPassword || (await listPasskeys(tx, id)).length > 0) return;
  const providers = await readProviders(deps);
  const links = await listLinks(tx, id);
  if (links.some(({ provider }) => providers.some((one) => one.id === provider))) return;
  throw new DomainError('account.lastWayIn');
}
