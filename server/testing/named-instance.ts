import { randomBytes } from 'node:crypto';
import type { Db } from '@vexil/db';
import { containers } from '@vexil/db/schema/container';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';

/** A running instance whose service is at a port of 127.0.0.1; gives the first label of its host name. */
export async function insertNamedInstance(db: Db, port: number): Promise<string> {
  const { id: gameId } = await buildGame(db);
  const { challenge } = await buildChallenge(db, { gameId, type: 'StaticContainer' });
  const { participation } = await buildParticipation(db, { gameId });
  const hostToken = randomBytes(16).toString('hex');
  await db.insert(containers).values({
    kind: 'Team',
    gameId,
    challengeId: challenge.id,
    participationId: participation.id,
    image: 'x',
    state: 'running',
    isProxy: true,
    hostToken,
    internalHost: '127.0.0.1',
    internalPort: port,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return hostToken;
}
