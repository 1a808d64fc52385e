import { webhookRoutes as routes } from '@vexil/contract/webhook';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { listWebhooks } from './webhook.queries';
import {
  createWebhook,
  readDeliveries,
  removeWebhook,
  renewSecret,
  replayDelivery,
  sendTestMessage,
  updateWebhook,
  type WithSecret,
} from './webhook.service';
import { viewDelivery, viewWebhook } from './webhook.view';

const viewWithSecret = ({ secret, seen }: WithSecret) => ({ secret, webhook: viewWebhook(seen) });

export async function webhookRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.list, async () => (await listWebhooks(deps.db)).map(viewWebhook));

  implement(app, routes.create, async (call) => {
    const created = await createWebhook(deps, authorOf(call), call.body);
    call.reply.header('Cache-Control', 'no-store');
    return viewWithSecret(created);
  });

  implement(app, routes.update, async (call) =>
    viewWebhook(await updateWebhook(deps, authorOf(call), call.params.webhookId, call.body)),
  );

  implement(app, routes.remove, (call) => removeWebhook(deps, authorOf(call), call.params.webhookId));

  implement(app, routes.renewSecret, async (call) => {
    const renewed = await renewSecret(deps, authorOf(call), call.params.webhookId);
    call.reply.header('Cache-Control', 'no-store');
    return viewWithSecret(renewed);
  });

  implement(app, routes.test, async (call) =>
    viewDelivery(await sendTestMessage(deps, call.params.webhookId, call.actor.userName)),
  );

  implement(app, routes.deliveries, async (call) => {
    const { rows, total } = await readDeliveries(deps, call.params.webhookId, call.query);
    return { data: rows.map(viewDelivery), length: rows.length, total };
  });

  implement(app, routes.replay, async (call) =>
    viewDelivery(await replayDelivery(deps, call.params.webhookId, call.params.deliveryId)),
  );
}
