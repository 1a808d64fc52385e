import { Readable } from 'node:stream';
import { activityRoutes as eventRoutes } from '@vexil/contract/activity';
import { submissionMonitorRoutes as routes } from '@vexil/contract/submission';
import { implement } from '@vexil/http/call/implement';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance } from 'fastify';
import { readGameActivities, readGameSubmissions, streamSubmissions } from './activity.service';
import { readCheatInfo } from './cheat.service';

const filterOf = <Q extends object>({ count, skip, ...filter }: Q & { count: number; skip: number }) => filter;

export async function activityRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, eventRoutes.list, ({ params, query, receivedAt }) =>
    readGameActivities(deps, { gameId: params.id, ...filterOf(query) }, query, receivedAt),
  );

  implement(app, routes.list, async ({ params, query, receivedAt, reply }) => {
    const { type: status, ...others } = filterOf(query);
    const filter = { gameId: params.id, status, ...others };
    if (query.count > 0) return readGameSubmissions(deps, filter, query, receivedAt);
    const all = await streamSubmissions(deps, filter, receivedAt);
    reply.type('application/json; charset=utf-8').send(Readable.from(all, { objectMode: false }));
    return sent;
  });

  implement(app, routes.cheatInfo, ({ params, receivedAt }) => readCheatInfo(deps, params.id, receivedAt));
}
