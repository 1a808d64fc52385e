import { generateKeyPairSync } from 'node:crypto';
import type { Executor } from '../src/index';
import { type GameRow, games, type NewGameRow } from '../src/schema/game';
import { createSealing } from '../src/sealing';
import { nextNumber } from './sequence';

/**
 * The SECRET_KEY of tests; what builders seal, `createSealing(testSecretKey)` opens. One for each process: it names the
 * deployment, and workers end the instances of their own that they do not know.
 */
export const testSecretKey = `test-secret-key-of-at-least-32-characters-${process.pid}`;
export const testSealing = createSealing(testSecretKey);

const hour = 3_600_000;

/** A running game of two hours that began an hour ago, accepting without review. */
export async function buildGame(db: Executor, values: Partial<NewGameRow> = {}): Promise<GameRow> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const now = Date.now();
  const endAt = values.endAt ?? new Date((values.startAt?.getTime() ?? now) + (values.startAt ? 2 : 1) * hour);
  const [row] = await db
    .insert(games)
    .values({
      title: `Game ${nextNumber()}`,
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
      privateKeySealed: testSealing.seal(
        privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32).toString('base64'),
      ),
      acceptWithoutReview: true,
      startAt: new Date(now - hour),
      endAt,
      writeupDeadline: endAt,
      ...values,
    })
    .returning();
  if (!row) throw new Error('The game was not stored.');
  return row;
}
