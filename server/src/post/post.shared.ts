import { postRoutes } from '@vexil/contract/post';
import type { Shared } from '@vexil/http/reads/shared-values';
import { type Encodable, makeDocument } from '@vexil/http/reply/document';
import { getPost, listPosts } from './post.queries';
import { viewPost, viewPostInfo } from './post.view';

const latestCount = 20;

const list = (limit?: number): Shared<'all', Encodable> => ({
  topics: () => ['posts'],
  async read({ db }) {
    const posts = (await listPosts(db, limit)).map(viewPostInfo);
    return makeDocument(postRoutes.list.reply, posts, lastTime(posts));
  },
});

const lastTime = (posts: readonly { time: number }[]) =>
  posts.length === 0 ? undefined : Math.max(...posts.map(({ time }) => time));

export const latestPosts = list(latestCount);
export const allPosts = list();

/** Throws `post.notFound`. */
export const onePost: Shared<string, Encodable> = {
  topics: () => ['posts'],
  async read({ db }, id) {
    const post = viewPost(await getPost(db, id));
    return makeDocument(postRoutes.get.reply, post, post.time);
  },
};
