import { publishAccessChanged } from '../contract/live';
import type { Deps } from '../deps';

/**
 * To be called after commit by whatever changes a role, bans, ends sessions, names or removes staff, or moves somebody
 * into or out of a team: open live connections of these accounts are checked anew in every process.
 */
export function tellAccessChanged(
  deps: Pick<Deps, 'redis' | 'keyPrefix'>,
  accountIds: readonly string[],
): Promise<void> {
  return publishAccessChanged(deps.redis, deps.keyPrefix, accountIds);
}
