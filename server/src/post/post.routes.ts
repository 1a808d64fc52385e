import * as contract from '@vexil/contract/post';
import { implement } from '@vexil/http/call/implement';
import { DocumentReply } from '@vexil/http/reply/document';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { withCurrent } from '../audit/outdated';
import { createPost, deletePost, readPost, updatePost } from './post.service';
import { allPosts, latestPosts, onePost } from './post.shared';
import { viewPost } from './post.view';

export async function postRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(
    app,
    contract.postRoutes.latest,
    { shared: true },
    async () => new DocumentReply(await deps.shared.get(latestPosts, 'all')),
  );
  implement(
    app,
    contract.postRoutes.list,
    { shared: true },
    async () => new DocumentReply(await deps.shared.get(allPosts, 'all')),
  );
  implement(
    app,
    contract.postRoutes.get,
    { shared: true },
    async ({ params }) => new DocumentReply(await deps.shared.get(onePost, params.id)),
  );
  implement(app, contract.postEditRoutes.create, ({ body, receivedAt, ...call }) =>
    createPost(deps, authorOf(call), body, receivedAt),
  );
  implement(app, contract.postEditRoutes.update, async ({ params, body, receivedAt, ...call }) =>
    withCurrent(
      call,
      async () => viewPost(await updatePost(deps, authorOf(call), params.id, body, receivedAt)),
      async () => viewPost(await readPost(deps, params.id)),
      { deps, target: `post:${params.id}`, gameId: null },
    ),
  );
  implement(app, contract.postEditRoutes.delete, ({ params, ...call }) => deletePost(deps, authorOf(call), params.id));
}
