import * as contract from '@vexil/contract/post';
import { answered, implement } from '@vexil/http/call/implement';
import { implementShared } from '@vexil/http/call/implement-shared';
import type { Encodable } from '@vexil/http/reply/document';
import { everyone, sendDocument } from '@vexil/http/reply/send-document';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { withCurrent } from '../audit/outdated';
import { createPost, deletePost, readPost, updatePost } from './post.service';
import { allPosts, latestPosts, onePost } from './post.shared';
import { viewPost } from './post.view';

export async function postRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  async function send(
    document: Encodable | Promise<Encodable>,
    call: { request: FastifyRequest; reply: FastifyReply },
  ) {
    await sendDocument(await document, everyone, call.request, call.reply);
    return answered;
  }
  implementShared(app, contract.postRoutes.latest, (call) => send(deps.shared.get(latestPosts, 'all'), call));
  implementShared(app, contract.postRoutes.list, (call) => send(deps.shared.get(allPosts, 'all'), call));
  implementShared(app, contract.postRoutes.get, (call) => send(deps.shared.get(onePost, call.params.id), call));
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
