import type { Executor } from '@vexil/db';
import { challenges } from '@vexil/db/schema/challenge';
import { type FileRow, files } from '@vexil/db/schema/file';
import { type GameRow, games } from '@vexil/db/schema/game';
import { type NoticeRow, notices } from '@vexil/db/schema/notice';
import { participations } from '@vexil/db/schema/participation';
import { type PauseRow, pauses } from '@vexil/db/schema/pause';
import { releasedHints } from '@vexil/rules/hint.rules';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { type AttachmentFile, listAttachments } from '../challenge/attachment.service';

export async function findArchivedGame(db: Executor, gameId: number): Promise<GameRow | undefined> {
  const [game] = await db.select().from(games).where(eq(games.id, gameId));
  return game;
}

/** Published ones, newest first. */
export const listArchivedNotices = (db: Executor, gameId: number): Promise<NoticeRow[]> =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.gameId, gameId), isNull(notices.scheduledAt)))
    .orderBy(desc(notices.publishedAt), desc(notices.id));

export const listArchivedPauses = (db: Executor, gameId: number): Promise<PauseRow[]> =>
  db.select().from(pauses).where(eq(pauses.gameId, gameId)).orderBy(asc(pauses.id));

export interface ArchivedStatement {
  id: number;
  content: string;
  connection: string;
  author: string;
  tags: string[];
  /** Released ones, whatever they cost before the end. */
  hints: string[];
  attachments: AttachmentFile[];
}

/** Of enabled challenges. Files of single flags are of single teams and are left out. */
export async function listStatements(db: Executor, gameId: number): Promise<ArchivedStatement[]> {
  const rows = await db
    .select({
      id: challenges.id,
      content: challenges.content,
      connection: challenges.connection,
      author: challenges.author,
      tags: challenges.tags,
      hints: challenges.hints,
      hintList: challenges.hintList,
      lastHintId: challenges.lastHintId,
      hintDueAt: challenges.hintDueAt,
      attachmentId: challenges.attachmentId,
    })
    .from(challenges)
    .where(and(eq(challenges.gameId, gameId), challenges.isEnabled));
  const attachments = await listAttachments(
    db,
    rows.map(({ attachmentId }) => attachmentId),
  );
  return rows.map(({ hints, hintList, lastHintId, hintDueAt, attachmentId, ...row }) => ({
    ...row,
    attachments: attachments.get(attachmentId ?? 0) ?? [],
    hints: releasedHints({ hints, hintList, lastHintId, hintDueAt }).map(({ content }) => content),
  }));
}

export interface ArchivedWriteup {
  teamId: number;
  hash: string;
}

export const listArchivedWriteups = async (db: Executor, gameId: number): Promise<ArchivedWriteup[]> => {
  const rows = await db
    .select({ teamId: participations.teamId, hash: participations.writeupHash })
    .from(participations)
    .where(and(eq(participations.gameId, gameId), eq(participations.status, 'Accepted')));
  return rows.flatMap(({ teamId, hash }) => (hash === null ? [] : { teamId, hash }));
};

export const listFilesOf = (db: Executor, hashes: readonly string[]): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(inArray(files.hash, [...hashes]));
