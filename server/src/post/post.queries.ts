import { DomainError, invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { type PostRow, posts } from '@vexil/db/schema/post';
import { desc, eq, getTableColumns, inArray, like, sql } from 'drizzle-orm';

export type NewPostRow = typeof posts.$inferInsert;

const selectPosts = (db: Executor) =>
  db
    .select({ post: getTableColumns(posts), authorName: accounts.userName, authorAvatarHash: accounts.avatarHash })
    .from(posts)
    .leftJoin(accounts, eq(accounts.id, posts.authorId));

export type AuthoredPost = Awaited<ReturnType<typeof selectPosts>>[number];

/** Pinned first, then by last change; all without a limit. */
export function listPosts(db: Executor, limit?: number): Promise<AuthoredPost[]> {
  const ordered = selectPosts(db).orderBy(desc(posts.isPinned), desc(posts.updatedAt), desc(posts.id));
  return limit === undefined ? ordered : ordered.limit(limit);
}

/** Throws `post.notFound`. */
export async function getPost(db: Executor, id: string): Promise<AuthoredPost> {
  const [row] = await selectPosts(db).where(eq(posts.id, id));
  if (!row) throw new DomainError('post.notFound');
  return row;
}

/** Locked until the transaction ends; throws `post.notFound`. */
export async function lockPost(tx: Tx, id: string): Promise<PostRow> {
  const [row] = await tx.select().from(posts).where(eq(posts.id, id)).for('update');
  if (!row) throw new DomainError('post.notFound');
  return row;
}

export async function insertPost(tx: Tx, values: NewPostRow): Promise<PostRow | undefined> {
  const [row] = await tx.insert(posts).values(values).onConflictDoNothing().returning();
  return row;
}

export async function updatePostRow(tx: Tx, id: string, values: Partial<NewPostRow>): Promise<PostRow> {
  const [row] = await tx
    .update(posts)
    .set({ ...values, version: sql`${posts.version} + 1` })
    .where(eq(posts.id, id))
    .returning();
  invariant(row, 'A locked post exists.');
  return row;
}

export async function deletePostRow(tx: Tx, id: string): Promise<void> {
  await tx.delete(posts).where(eq(posts.id, id));
}

export async function hasPosts(tx: Tx, authorIds: readonly string[]): Promise<boolean> {
  const rows = await tx.select({ id: posts.id }).from(posts).where(inArray(posts.authorId, authorIds)).limit(1);
  return rows.length > 0;
}

export async function hasHadPosts(db: Executor): Promise<boolean> {
  const [[post], [entry]] = await Promise.all([
    db.select({ id: posts.id }).from(posts).limit(1),
    db.select({ id: auditEntries.id }).from(auditEntries).where(like(auditEntries.action, 'post.%')).limit(1),
  ]);
  return post !== undefined || entry !== undefined;
}
