import type { Executor } from '@vexil/db';
import { captures, type NewCaptureRow } from '@vexil/db/schema/capture';
import { challenges } from '@vexil/db/schema/challenge';
import { containers } from '@vexil/db/schema/container';
import { participations } from '@vexil/db/schema/participation';
import { teamChallenges } from '@vexil/db/schema/submission';
import { teams } from '@vexil/db/schema/team';
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';

export async function findRecordedContainer(db: Executor, containerId: string) {
  const [row] = await db
    .select({
      challenge: challenges.title,
      port: challenges.exposePort,
      ports: containers.ports,
      engineId: containers.engineId,
      team: teams.name,
      teamId: teams.id,
      flagSealed: teamChallenges.flagSealed,
    })
    .from(containers)
    .innerJoin(challenges, eq(challenges.id, containers.challengeId))
    .leftJoin(participations, eq(participations.id, containers.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(
      teamChallenges,
      and(
        eq(teamChallenges.participationId, containers.participationId),
        eq(teamChallenges.challengeId, containers.challengeId),
      ),
    )
    .where(eq(containers.id, containerId));
  return row;
}

export async function listEndedContainers(db: Executor, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const running = await db
    .select({ id: containers.id })
    .from(containers)
    .where(and(inArray(containers.id, [...ids]), eq(containers.state, 'running')));
  const known = new Set(running.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Never opens a file again that is stored by now. */
export async function upsertOpenCaptures(db: Executor, rows: readonly NewCaptureRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(captures)
    .values([...rows])
    .onConflictDoUpdate({
      target: [captures.challengeId, captures.participationId, captures.fileName],
      set: {
        sizeBytes: sql`excluded.size_bytes`,
        missingBytes: sql`excluded.missing_bytes`,
        connections: sql`excluded.connections`,
        clients: sql`excluded.clients`,
        updatedAt: sql`excluded.updated_at`,
      },
      setWhere: eq(captures.state, 'open'),
    });
}

/** @returns whether the file was deleted before it was stored */
export async function storeCaptureRow(db: Executor, row: NewCaptureRow): Promise<{ isDeleted: boolean }> {
  const { state, sizeBytes, updatedAt, missingBytes, connections, clients } = row;
  const [stored] = await db
    .insert(captures)
    .values(row)
    .onConflictDoUpdate({
      target: [captures.challengeId, captures.participationId, captures.fileName],
      set: { state, sizeBytes, updatedAt, missingBytes, connections, clients, cutAt: null },
    })
    .returning({ deletedAt: captures.deletedAt });
  return { isDeleted: stored?.deletedAt != null };
}

const isFile = ({ challengeId, participationId, fileName }: FileKey) =>
  and(
    eq(captures.challengeId, challengeId),
    eq(captures.participationId, participationId),
    eq(captures.fileName, fileName),
  );

export type FileKey = Pick<NewCaptureRow, 'challengeId' | 'participationId' | 'fileName'>;

export async function findCaptureRow(db: Executor, key: FileKey) {
  const [row] = await db.select().from(captures).where(isFile(key));
  return row;
}

export async function deleteCaptureRow(db: Executor, key: FileKey): Promise<void> {
  await db.delete(captures).where(isFile(key));
}

/** Open files of a server that are to be ended or were deleted. Plan: captures_server_id_idx. */
export const listRequestedCuts = (db: Executor, serverId: string) =>
  db
    .select({
      challengeId: captures.challengeId,
      participationId: captures.participationId,
      fileName: captures.fileName,
    })
    .from(captures)
    .where(
      and(
        eq(captures.serverId, serverId),
        eq(captures.state, 'open'),
        or(isNotNull(captures.cutAt), isNotNull(captures.deletedAt)),
      ),
    );
