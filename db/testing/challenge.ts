import type { Executor } from '../src/index';
import { type ChallengeRow, challenges, flags, type NewChallengeRow } from '../src/schema/challenge';
import { buildGame, testSealing } from './game';
import { nextNumber } from './sequence';

export interface ChallengeValues extends Partial<NewChallengeRow> {
  /** Plain texts of the flags; one of its own making when absent, none when empty. */
  flags?: string[];
}

export interface BuiltChallenge {
  challenge: ChallengeRow;
  /** Plain texts of its flags. */
  flags: string[];
}

/** An enabled StaticAttachment challenge with one flag, in a running game. */
export async function buildChallenge(db: Executor, values: ChallengeValues = {}): Promise<BuiltChallenge> {
  const { flags: given, ...row } = values;
  const number = nextNumber();
  const gameId = row.gameId ?? (await buildGame(db)).id;
  const [challenge] = await db
    .insert(challenges)
    .values({ title: `Challenge ${number}`, isEnabled: true, ...row, gameId })
    .returning();
  if (!challenge) throw new Error('The challenge was not stored.');
  const texts = given ?? (challenge.type === 'DynamicContainer' ? [] : [`flag{test_${number}}`]);
  if (texts.length > 0) {
    await db.insert(flags).values(
      texts.map((text) => ({
        challengeId: challenge.id,
        hash: testSealing.hashFlag(challenge.id, text),
        sealed: testSealing.seal(text),
      })),
    );
  }
  return { challenge, flags: texts };
}
