import type { Deps } from '../deps';
import { organisesAnyGame } from '../game/staff.policy';
import type { Actor } from '../plugins/auth';

/** Who prepares a competition may store files, whichever game they will be for. */
export const canUploadAssets = (deps: Pick<Deps, 'db'>, actor: Pick<Actor, 'id' | 'role'>): Promise<boolean> =>
  organisesAnyGame(deps, actor);
