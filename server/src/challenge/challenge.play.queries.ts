import type { Executor } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { type AttachmentRow, attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';

const masksOfDivision = sql<Record<string, number> | null>`(
  select jsonb_object_agg(${divisionChallenges.challengeId}, ${divisionChallenges.permissions})
  from ${divisionChallenges} where ${divisionChallenges.divisionId} = ${participations.divisionId})`;

/** A game as one account plays it; team and participation are null when it does not. */
export async function findPlay(db: Executor, gameId: number, accountId: string) {
  const [row] = await db
    .select({
      game: {
        id: games.id,
        startAt: games.startAt,
        endAt: games.endAt,
        practiceMode: games.practiceMode,
        containerCountLimit: games.containerCountLimit,
        writeupRequired: games.writeupRequired,
        writeupDeadline: games.writeupDeadline,
        writeupNote: games.writeupNote,
      },
      participation: {
        id: participations.id,
        gameId: participations.gameId,
        teamId: participations.teamId,
        divisionId: participations.divisionId,
        status: participations.status,
        token: participations.token,
      },
      team: { id: teams.id, name: teams.name, bio: teams.bio, avatarHash: teams.avatarHash },
      defaultPermissions: divisions.defaultPermissions,
      masks: masksOfDivision,
    })
    .from(games)
    .leftJoin(
      participationMembers,
      and(eq(participationMembers.gameId, games.id), eq(participationMembers.accountId, accountId)),
    )
    .leftJoin(participations, eq(participations.id, participationMembers.participationId))
    .leftJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(divisions, eq(divisions.id, participations.divisionId))
    .where(eq(games.id, gameId));
  return row;
}

const { content, hints, ...columnsWithoutTexts } = getTableColumns(challenges);

/** An enabled challenge of a game, without its texts, which are long and seldom needed. */
export async function findEnabledChallenge(db: Executor, gameId: number, challengeId: number) {
  const [row] = await db
    .select(columnsWithoutTexts)
    .from(challenges)
    .where(and(eq(challenges.id, challengeId), eq(challenges.gameId, gameId), eq(challenges.isEnabled, true)));
  return row;
}

export async function findChallengeTexts(db: Executor, challengeId: number) {
  const [row] = await db.select({ content, hints }).from(challenges).where(eq(challenges.id, challengeId));
  return row;
}

export type AttachedFile = Pick<AttachmentRow, 'remoteUrl' | 'fileHash' | 'fileName'> & { sizeBytes: number | null };

const attachedFile = {
  remoteUrl: attachments.remoteUrl,
  fileHash: attachments.fileHash,
  fileName: attachments.fileName,
  sizeBytes: files.sizeBytes,
};

export async function findAttachment(db: Executor, attachmentId: number): Promise<AttachedFile | undefined> {
  const [row] = await db
    .select(attachedFile)
    .from(attachments)
    .leftJoin(files, eq(files.hash, attachments.fileHash))
    .where(eq(attachments.id, attachmentId));
  return row;
}

export async function findAttachmentOfFlag(db: Executor, flagId: number): Promise<AttachedFile | undefined> {
  const [row] = await db
    .select(attachedFile)
    .from(flags)
    .innerJoin(attachments, eq(attachments.id, flags.attachmentId))
    .leftJoin(files, eq(files.hash, attachments.fileHash))
    .where(eq(flags.id, flagId));
  return row;
}

/** The team's container that has not ended; the unique index lets there be one. */
export async function findLiveContainer(
  db: Executor,
  participationId: number,
  challengeId: number,
): Promise<ContainerRow | undefined> {
  const [row] = await db
    .select()
    .from(containers)
    .where(
      and(
        eq(containers.kind, 'Team'),
        eq(containers.participationId, participationId),
        eq(containers.challengeId, challengeId),
        inArray(containers.state, [...liveContainerStates]),
      ),
    );
  return row;
}
