import { invariant } from '@vexil/contract/errors';
import type { PostEditBody, PostUpdateBody } from '@vexil/contract/post';
import type { Tx } from '@vexil/db';
import type { PostRow } from '@vexil/db/schema/post';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { requireVersion } from '../audit/outdated';
import {
  type AuthoredPost,
  deletePostRow,
  getPost,
  hasPosts,
  insertPost,
  lockPost,
  updatePostRow,
} from './post.queries';

export type PostChange = z.output<typeof PostEditBody>;
type PostUpdate = z.output<typeof PostUpdateBody>;

const idBytes = 4;
const attemptsMax = 5;

const audited = ({ title, summary, content, isPinned, tags }: PostRow) => ({ title, summary, content, isPinned, tags });

export function createPost(deps: Deps, by: Author, body: PostChange, at: Date): Promise<string> {
  return inTransaction(deps, async (work) => {
    const values = {
      title: body.title ?? '',
      summary: body.summary ?? '',
      content: body.content ?? '',
      tags: body.tags ?? null,
      isPinned: body.isPinned ?? false,
      authorId: by.accountId,
      updatedAt: at,
    };
    let post: PostRow | undefined;
    for (let attempt = 0; attempt < attemptsMax && !post; attempt += 1) {
      post = await insertPost(work.tx, { id: deps.random.bytes(idBytes).toString('hex'), ...values });
    }
    invariant(post, 'One of five random ids is free.');
    await audit(work.tx, { by, gameId: null, action: 'post.create', target: `post:${post.id}`, after: audited(post) });
    work.changes('posts');
    return post.id;
  });
}

/** Changing the text makes the caller its author; pinning does not. Throws `post.notFound`. */
export function updatePost(deps: Deps, by: Author, id: string, body: PostUpdate, at: Date): Promise<AuthoredPost> {
  return inTransaction(deps, async (work) => {
    const before = await lockPost(work.tx, id);
    requireVersion(before, body.version);
    const { title, summary, content, tags, isPinned } = body;
    const written = [title, summary, content, tags].some((member) => member !== null && member !== undefined);
    const after = await updatePostRow(work.tx, id, {
      title: title ?? before.title,
      summary: summary ?? before.summary,
      content: content ?? before.content,
      tags: tags ?? before.tags,
      isPinned: isPinned ?? before.isPinned,
      ...(written ? { authorId: by.accountId, updatedAt: at } : {}),
    });
    const change = { before: audited(before), after: audited(after) };
    await audit(work.tx, { by, gameId: null, action: 'post.update', target: `post:${id}`, ...change });
    work.changes('posts');
    return getPost(work.tx, id);
  });
}

/** Throws `post.notFound`. */
export const readPost = (deps: Deps, id: string): Promise<AuthoredPost> => getPost(deps.db, id);

/** Throws `post.notFound`. */
export function deletePost(deps: Deps, by: Author, id: string): Promise<void> {
  return inTransaction(deps, async (work) => {
    const before = await lockPost(work.tx, id);
    await deletePostRow(work.tx, id);
    await audit(work.tx, { by, gameId: null, action: 'post.delete', target: `post:${id}`, before: audited(before) });
    work.changes('posts');
  });
}

/** Posts show the name and the picture of their author: `posts` changes with them. */
export const hasAuthor = (tx: Tx, accountIds: readonly string[]): Promise<boolean> => hasPosts(tx, accountIds);
