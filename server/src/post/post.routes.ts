import * as contract from '@vexil/contract/post';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorOf } from '../audit/audit.service';
import type { Deps } from '../deps';
import { answered, implement } from '../implement';
import { isUnchanged, lastOf } from '../plugins/conditional';
import { getPost, listPosts } from './post.queries';
import { createPost, deletePost, updatePost } from './post.service';
import { viewPost, viewPostInfo } from './post.view';

const latestCount = 20;

/** The ETag covers the whole list, because pinning does not change the time of a post. */
async function readList(deps: Pick<Deps, 'db'>, request: FastifyRequest, reply: FastifyReply, limit?: number) {
  const posts = (await listPosts(deps.db, limit)).map(viewPostInfo);
  const age = { modifiedAt: lastOf(posts.map(({ time }) => time)) };
  return isUnchanged(request, reply, posts, age) ? answered : posts;
}

export async function postRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, contract.postRoutes.latest, ({ request, reply }) => readList(deps, request, reply, latestCount));
  implement(app, contract.postRoutes.list, ({ request, reply }) => readList(deps, request, reply));
  implement(app, contract.postRoutes.get, async ({ params, request, reply }) => {
    const post = viewPost(await getPost(deps.db, params.id));
    return isUnchanged(request, reply, post, { modifiedAt: new Date(post.time) }) ? answered : post;
  });
  implement(app, contract.postEditRoutes.create, ({ body, receivedAt, ...call }) =>
    createPost(deps, authorOf(call), body, receivedAt),
  );
  implement(app, contract.postEditRoutes.update, async ({ params, body, receivedAt, ...call }) =>
    viewPost(await updatePost(deps, authorOf(call), params.id, body, receivedAt)),
  );
  implement(app, contract.postEditRoutes.delete, ({ params, ...call }) => deletePost(deps, authorOf(call), params.id));
}
