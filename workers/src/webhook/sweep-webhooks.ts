import { webhookJobs } from '@vexil/contract/webhook';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { deleteDeliveriesBefore, deletePhasesBefore, listDueWebhooks, storePhases } from './webhook.queries';

const dayMs = 24 * 3600 * 1000;
/** Also of phases that no worker was there for. */
const phaseAgeMsMax = dayMs;
const logAgeMsMax = 7 * dayMs;
const deletedMax = 1000;

const ago = ({ clock }: WorkerDeps, ms: number) => new Date(clock.now().getTime() - ms);

/** Hands what is due to the workers: facts are only stored, so a crash after a commit loses no delivery. */
export async function sweepWebhooks(deps: WorkerDeps): Promise<void> {
  await storePhaseFacts(deps);
  for (const webhookId of await listDueWebhooks(deps.db, deps.clock.now())) {
    await addJob(deps, webhookJobs.deliver, { webhookId });
  }
  await deleteDeliveriesBefore(deps.db, ago(deps, logAgeMsMax), deletedMax);
  await deletePhasesBefore(deps.db, ago(deps, 2 * phaseAgeMsMax));
}

async function storePhaseFacts(deps: WorkerDeps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const reached = await storePhases(tx, ago(deps, phaseAgeMsMax), deps.clock.now());
    const facts = reached.map(({ gameId, phase, at }) => ({
      kind: 'Phase' as const,
      gameId,
      isPublic: true,
      happenedAt: at,
      data: { phase },
    }));
    await storeWebhookFacts(tx, facts);
  });
}
