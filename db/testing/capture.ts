import { randomUUID } from 'node:crypto';
import type { Executor } from '../src/index';
import { type CaptureRow, captureMatches, captureSearches, captures, type NewCaptureRow } from '../src/schema/capture';
import { testSealing } from './game';
import { nextNumber } from './sequence';

/** The row of a stored capture; its file is the test's matter. */
export async function buildCapture(
  db: Executor,
  values: Pick<NewCaptureRow, 'gameId' | 'challengeId' | 'participationId'> & Partial<NewCaptureRow>,
): Promise<CaptureRow> {
  const recording = values.recording ?? `0123456789ab-T${nextNumber()}`;
  const part = values.part ?? 1;
  const now = new Date();
  const [row] = await db
    .insert(captures)
    .values({
      recording,
      fileName: `${recording}${part === 1 ? '' : `-${part}`}.pcap.gz`,
      state: 'stored',
      serverId: randomUUID(),
      connections: 1,
      startedAt: now,
      updatedAt: now,
      ...values,
    })
    .returning();
  if (!row) throw new Error('The capture was not stored.');
  return row;
}

/** A search for a text that has ended with one match. */
export async function buildCaptureSearch(db: Executor, capture: CaptureRow, pattern = 'password') {
  const { gameId, challengeId, participationId, fileName } = capture;
  const ended = { state: 'done', filesTotal: 1, filesDone: 1, matchCount: 1, endedAt: new Date() } as const;
  const [search] = await db
    .insert(captureSearches)
    .values({ gameId, kind: 'text', patternSealed: testSealing.seal(pattern), ...ended })
    .returning();
  if (!search) throw new Error('The search was not stored.');
  await db.insert(captureMatches).values({
    ...{ searchId: search.id, challengeId, participationId, fileName },
    ...{ stream: 0, clientPort: 10_002, side: 'client', offset: 7, length: pattern.length, packet: 4 },
    happenedAt: new Date(),
    excerptSealed: testSealing.seal(JSON.stringify(['before ', pattern, ' after'])),
  });
  return search;
}
