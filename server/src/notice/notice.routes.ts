import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import * as contract from '../contract/notice';
import { answered, implement } from '../implement';
import { isUnchanged, lastOf } from '../plugins/conditional';
import { readNotices, readWrittenNotices, rewriteNotice, withdrawNotice, writeNotice } from './notice.service';
import { viewNotice } from './notice.view';

export async function noticeRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, contract.noticeRoutes.list, async ({ actor, params, query, receivedAt, request, reply }) => {
    const { rows, sight } = await readNotices(deps, actor, { gameId: params.id, ...query }, receivedAt);
    const notices = rows.map(viewNotice);
    if (sight.frozenAt !== null) reply.header('Vary', 'Cookie, Authorization');
    const age = { modifiedAt: lastOf(notices.map(({ time }) => time)), isPrivate: sight.live };
    return isUnchanged(request, reply, notices, age) ? answered : notices;
  });
  implement(app, contract.noticeEditRoutes.list, async ({ params }) =>
    (await readWrittenNotices(deps, params.id)).map(viewNotice),
  );
  implement(app, contract.noticeEditRoutes.create, async (call) =>
    viewNotice(await writeNotice(deps, authorOf(call), call.params.id, call.body.content, call.receivedAt)),
  );
  implement(app, contract.noticeEditRoutes.update, async ({ params, body, receivedAt, ...call }) => {
    const ids = { gameId: params.id, noticeId: params.noticeId };
    return viewNotice(await rewriteNotice(deps, authorOf(call), ids, body.content, receivedAt));
  });
  implement(app, contract.noticeEditRoutes.delete, ({ params, ...call }) =>
    withdrawNotice(deps, authorOf(call), { gameId: params.id, noticeId: params.noticeId }),
  );
}
