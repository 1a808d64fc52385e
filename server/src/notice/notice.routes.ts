import * as contract from '@vexil/contract/notice';
import { implement } from '@vexil/http/call/implement';
import { DocumentReply, documentOf, makeDocument } from '@vexil/http/reply/document';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { withCurrent } from '../audit/outdated';
import { audienceOf } from '../scoreboard/audience';
import {
  createNotice,
  deleteNotice,
  readNotices,
  readOrganiserNotice,
  readOrganiserNotices,
  updateNotice,
} from './notice.service';
import { viewWrittenNotice } from './notice.view';

export async function noticeRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, contract.noticeRoutes.list, { shared: true }, async ({ params, query, receivedAt, findActor }) => {
    const { list, sight } = await readNotices(deps, { findActor, gameId: params.id, at: receivedAt });
    const { count, skip } = query;
    const document = await documentOf(list, `${count} ${skip}`, () =>
      makeDocument(contract.noticeRoutes.list.reply, list.notices.slice(skip, skip + count), list.modifiedAt),
    );
    return new DocumentReply(document, audienceOf(sight));
  });
  implement(app, contract.noticeEditRoutes.list, async ({ params }) =>
    (await readOrganiserNotices(deps, params.id)).map(viewWrittenNotice),
  );
  implement(app, contract.noticeEditRoutes.create, async (call) =>
    viewWrittenNotice(await createNotice(deps, authorOf(call), call.params.id, call.body, call.receivedAt)),
  );
  implement(app, contract.noticeEditRoutes.update, async ({ params, body, receivedAt, ...call }) => {
    const ids = { gameId: params.id, noticeId: params.noticeId };
    return withCurrent(
      call,
      async () => viewWrittenNotice(await updateNotice(deps, authorOf(call), ids, body, receivedAt)),
      async () => viewWrittenNotice(await readOrganiserNotice(deps, ids)),
      { deps, target: `notice:${ids.noticeId}`, gameId: ids.gameId },
    );
  });
  implement(app, contract.noticeEditRoutes.delete, ({ params, ...call }) =>
    deleteNotice(deps, authorOf(call), { gameId: params.id, noticeId: params.noticeId }),
  );
}
