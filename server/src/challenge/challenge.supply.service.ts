import type { FlagSupply } from '@vexil/contract/challenge';
import type { Executor } from '@vexil/db';
import { supplyOf } from '@vexil/rules/flag-supply.rules';
import { countPlayingTeams, listFlagUse } from './challenge.supply.queries';

/** By challenge; of the whole game, or of one challenge. Challenges of other types have none. */
export async function readSupplies(
  db: Executor,
  { gameId, challengeId }: { gameId: number; challengeId?: number },
): Promise<Map<number, FlagSupply>> {
  const uses = await listFlagUse(db, gameId, challengeId);
  if (uses.length === 0) return new Map();
  const teams = await countPlayingTeams(db, gameId);
  return new Map(uses.map(({ id, ...use }) => [id, supplyOf({ ...use, ...teams })]));
}
