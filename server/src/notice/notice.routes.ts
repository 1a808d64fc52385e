import * as contract from '@vexil/contract/notice';
import type { NoticeRow } from '@vexil/db/schema/notice';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { answered, implement } from '../implement';
import { isTagKnown, lastOf, tagOf } from '../plugins/conditional';
import { composed, writeWhole } from '../reply-parts';
import { isPrivate, variesByCaller } from '../scoreboard/send-board';
import { createNotice, deleteNotice, readNotices, readOrganiserNotices, updateNotice } from './notice.service';
import { viewNotice } from './notice.view';

interface SerialisedReply {
  etag: string;
  modifiedAt: Date | undefined;
  text: Buffer;
}

/** Callers of one batch share the array of rows, so its reply is serialised once for all of them. */
const cache = new WeakMap<readonly NoticeRow[], SerialisedReply>();

function serialise(rows: readonly NoticeRow[]): SerialisedReply {
  const cached = cache.get(rows);
  if (cached) return cached;
  const notices = rows.map(viewNotice);
  const text = writeWhole(contract.noticeRoutes.list.reply, notices);
  const reply = { etag: tagOf(text), modifiedAt: lastOf(notices.map(({ time }) => time)), text };
  cache.set(rows, reply);
  return reply;
}

export async function noticeRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, contract.noticeRoutes.list, async ({ actor, params, query, receivedAt, request, reply }) => {
    const { rows, sight } = await readNotices(deps, actor, { gameId: params.id, ...query }, receivedAt);
    const { etag, modifiedAt, text } = serialise(rows);
    if (variesByCaller(sight)) reply.header('Vary', 'Cookie, Authorization');
    const isKnown = isTagKnown(request, reply, etag, { modifiedAt, isPrivate: isPrivate(sight) });
    return isKnown ? answered : composed([text]);
  });
  implement(app, contract.noticeEditRoutes.list, async ({ params }) =>
    (await readOrganiserNotices(deps, params.id)).map(viewNotice),
  );
  implement(app, contract.noticeEditRoutes.create, async (call) =>
    viewNotice(await createNotice(deps, authorOf(call), call.params.id, call.body.content, call.receivedAt)),
  );
  implement(app, contract.noticeEditRoutes.update, async ({ params, body, receivedAt, ...call }) => {
    const ids = { gameId: params.id, noticeId: params.noticeId };
    return viewNotice(await updateNotice(deps, authorOf(call), ids, body.content, receivedAt));
  });
  implement(app, contract.noticeEditRoutes.delete, ({ params, ...call }) =>
    deleteNotice(deps, authorOf(call), { gameId: params.id, noticeId: params.noticeId }),
  );
}
