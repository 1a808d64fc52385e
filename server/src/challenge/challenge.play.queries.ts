import type { Database, Executor } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { type AttachmentRow, attachments, challenges, flags } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { files } from '@vexil/db/schema/file';
import { and, eq, inArray } from 'drizzle-orm';

/** A team's own solves after a time, in order of arrival. */
export function listSolvesAfter(
  sql: Database['sql'],
  participationId: number,
  after: number,
): Promise<{ challengeId: number; userName: string; time: number }[]> {
  return sql<{ challengeId: number; userName: string; time: number }[]>`
    select s.challenge_id as "challengeId", coalesce(a.user_name, '') as "userName",
      (extract(epoch from s.solved_at) * 1000)::float8 as time
    from solves s
    join challenges c on c.id = s.challenge_id and c.is_enabled
    left join accounts a on a.id = s.account_id
    where s.participation_id = ${participationId} and s.solved_at > ${new Date(after).toISOString()}::timestamptz
    order by s.submission_id`;
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
