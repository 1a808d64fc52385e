import type { Executor } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { accounts } from '@vexil/db/schema/account';
import { type AttachmentRow, attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { files } from '@vexil/db/schema/file';
import { solves } from '@vexil/db/schema/submission';
import { and, asc, eq, gt, inArray } from 'drizzle-orm';

export function listSolvesAfter(db: Executor, participationId: number, after: Date) {
  return db
    .select({ challengeId: solves.challengeId, userName: accounts.userName, solvedAt: solves.solvedAt })
    .from(solves)
    .innerJoin(challenges, and(eq(challenges.id, solves.challengeId), eq(challenges.isEnabled, true)))
    .leftJoin(accounts, eq(accounts.id, solves.accountId))
    .where(and(eq(solves.participationId, participationId), gt(solves.solvedAt, after)))
    .orderBy(asc(solves.submissionId));
}

export async function findChallengeTexts(db: Executor, challengeId: number) {
  const [row] = await db
    .select({ content: challenges.content, hints: challenges.hints })
    .from(challenges)
    .where(eq(challenges.id, challengeId));
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

/** The unique index `containers_live_team_key` allows one per team and challenge. */
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
