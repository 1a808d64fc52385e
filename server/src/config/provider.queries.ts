import type { ProviderSettings } from '@vexil/contract/sign-in';
import type { Executor, Tx } from '@vexil/db';
import { divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { type SignInProviderRow, signInProviders } from '@vexil/db/schema/sign-in';
import { asc, inArray } from 'drizzle-orm';

export type ProviderRow = ProviderSettings & Pick<SignInProviderRow, 'clientSecretSealed'>;

export async function listProviders(db: Executor): Promise<ProviderRow[]> {
  const rows = await db.select().from(signInProviders).orderBy(asc(signInProviders.position));
  return rows.map(({ settings, clientSecretSealed }) => ({ ...(settings as ProviderSettings), clientSecretSealed }));
}

/** The caller holds the lock of the settings. */
export async function replaceProviders(tx: Tx, providers: readonly ProviderRow[]): Promise<void> {
  await tx.delete(signInProviders);
  if (providers.length === 0) return;
  await tx.insert(signInProviders).values(
    providers.map(({ clientSecretSealed, ...settings }, position) => ({
      id: settings.id,
      position,
      settings,
      clientSecretSealed,
    })),
  );
}

export async function findGamesAndDivisions(
  db: Executor,
  { gameIds, divisionIds }: { gameIds: number[]; divisionIds: number[] },
): Promise<{ gameIds: Set<number>; gameOfDivision: Map<number, number> }> {
  const known = await db.select({ id: games.id }).from(games).where(inArray(games.id, gameIds));
  const { id, gameId } = divisions;
  const own = await db.select({ id, gameId }).from(divisions).where(inArray(id, divisionIds));
  return {
    gameIds: new Set(known.map((one) => one.id)),
    gameOfDivision: new Map(own.map((one) => [one.id, one.gameId])),
  };
}
