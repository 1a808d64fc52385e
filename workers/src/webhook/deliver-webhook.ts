import type { PayloadOf } from '@vexil/contract/job';
import type { webhookJobs } from '@vexil/contract/webhook';
import type { WebhookDeliveryRow, WebhookRow } from '@vexil/db/schema/webhook';
import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import { composeBody } from './compose-webhook';
import { nextAttempt } from './retry.rules';
import { sendWebhook, type WebhookReply } from './send-webhook';
import {
  deleteDelivery,
  findCurrentData,
  findNextDelivery,
  keepWebhook,
  releaseWebhook,
  takeWebhook,
  updateDelivery,
} from './webhook.queries';

const timeoutMs = 10_000;
/** Longer than an attempt, so that it is lost only by a worker that died. */
const leaseMs = 30_000;
/** Per job, so that a busy target leaves room for others; the sweep adds the next job. */
const deliveriesMax = 100;

const leaseEnd = ({ clock }: WorkerDeps) => new Date(clock.now().getTime() + leaseMs);

/**
 * Sends what waits for one target, in order, until nothing is due or an attempt fails. The lease keeps other workers away.
 * A crash between the reply and its storing sends a message again under the same id.
 */
export async function deliverWebhook(
  deps: WorkerDeps,
  { webhookId }: PayloadOf<typeof webhookJobs.deliver>,
  run: JobRun,
): Promise<void> {
  let webhook = await takeWebhook(deps.db, webhookId, deps.clock.now(), leaseEnd(deps));
  for (let count = 0; webhook; count += 1) {
    const goesOn = count < deliveriesMax && (await deliverNext(deps, webhook, run.signal));
    if (!goesOn) return releaseWebhook(deps.db, webhook);
    webhook = await keepWebhook(deps.db, webhook, leaseEnd(deps));
  }
}

/** False when nothing is due, and after a failure. */
async function deliverNext(deps: WorkerDeps, webhook: WebhookRow, stop: AbortSignal): Promise<boolean> {
  const delivery = await findNextDelivery(deps.db, webhook.id);
  const now = deps.clock.now();
  if (!delivery || delivery.nextAttemptAt > now || stop.aborted) return false;
  const data = await findCurrentData(deps.db, delivery);
  if (!data) {
    await deleteDelivery(deps.db, delivery.id);
    return true;
  }
  const reply = await sendWebhook(
    {
      address: deps.sealing.unseal(webhook.addressSealed),
      secret: deps.sealing.unseal(webhook.secretSealed),
      id: delivery.eventId,
      body: composeBody({ ...delivery, data }, webhook),
      at: now,
    },
    {
      allowPrivate: deps.config.webhookPrivateAddresses,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stop]),
    },
  );
  // Cut off by the end of this worker: another one tries again.
  if (reply.error !== null && stop.aborted) return false;
  return storeReply(deps, webhook, delivery, reply);
}

async function storeReply(
  deps: WorkerDeps,
  { id: webhookId, host }: WebhookRow,
  { id, attempts: before, createdAt }: WebhookDeliveryRow,
  { status, error, retryAfterSeconds }: WebhookReply,
): Promise<boolean> {
  const now = deps.clock.now();
  const attempts = before + 1;
  const attempt = { attempts, lastAttemptAt: now, lastStatus: status, lastError: error };
  if (error === null) {
    await updateDelivery(deps.db, id, { ...attempt, state: 'Delivered' });
    deps.metrics.webhooks.inc({ outcome: 'delivered' });
    return true;
  }
  const next = nextAttempt({ attempts, createdAt, now, status, retryAfterSeconds });
  await updateDelivery(deps.db, id, { ...attempt, ...(next ? { nextAttemptAt: next } : { state: 'Failed' as const }) });
  deps.metrics.webhooks.inc({ outcome: next ? 'retried' : 'failed' });
  if (next === null || attempts === 1) {
    const message = next ? 'A webhook was not delivered, retrying for a day' : 'Gave up delivering a webhook';
    deps.log.warn({ event: 'webhook.failed', webhookId, host, status, error, attempts }, message);
  }
  // One that is given up holds nothing up.
  return next === null;
}
