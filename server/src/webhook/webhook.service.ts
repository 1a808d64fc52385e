import { DomainError } from '@vexil/contract/errors';
import { type WebhookCreateBody, type WebhookUpdateBody, webhookJobs } from '@vexil/contract/webhook';
import { webhooksMax } from '@vexil/contract/webhook.limits';
import type { Tx } from '@vexil/db';
import type { WebhookDeliveryRow, WebhookRow } from '@vexil/db/schema/webhook';
import type { Deps } from '@vexil/http/deps';
import { mayBePublicUrl } from '@vexil/runtime/public-address.rules';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { lockGame } from '../game/game.service';
import {
  countWebhooks,
  deleteWebhookRow,
  getWebhook,
  hastenDelivery,
  insertDelivery,
  insertWebhook,
  listDeliveries,
  listFailingWebhooks,
  lockDelivery,
  lockNewWebhooks,
  lockWebhook,
  type SeenWebhook,
  updateWebhookRow,
} from './webhook.queries';

/** As Standard Webhooks writes secrets. */
const secretPrefix = 'whsec_';
const createSecret = ({ random }: Deps) => secretPrefix + random.bytes(24).toString('base64');

/** What is stored of an address. Throws `webhook.addressRefused`. */
function sealAddress({ config, sealing }: Deps, address: string) {
  const url = new URL(address);
  if (!config.webhookPrivateAddresses && !mayBePublicUrl(url)) {
    throw new DomainError('webhook.addressRefused', { field: 'address' });
  }
  return { addressSealed: sealing.seal(url.href), host: url.host };
}

/** Never the address or the secret. */
const auditedOf = ({ name, format, host, chatId, kinds, gameId, isPrivate, isEnabled }: WebhookRow) => ({
  name,
  format,
  host,
  chatId,
  kinds,
  gameId,
  isPrivate,
  isEnabled,
});

const entryOf = (by: Author, { id, gameId }: WebhookRow, verb: 'create' | 'update' | 'delete' | 'renew-secret') => ({
  by,
  gameId,
  action: `webhook.${verb}` as const,
  target: `webhook:${id}`,
});

export interface WithSecret {
  secret: string;
  seen: SeenWebhook;
}

/** Throws `game.notFound`, `webhook.addressRefused` or `webhook.tooMany`. */
export async function createWebhook(
  deps: Deps,
  by: Author,
  { address, chatId, gameId, ...body }: z.output<typeof WebhookCreateBody>,
): Promise<WithSecret> {
  const sealed = sealAddress(deps, address);
  const secret = createSecret(deps);
  return inTransaction(deps, async ({ tx }) => {
    await lockNewWebhooks(tx);
    if (gameId) await lockGame(tx, gameId);
    if ((await countWebhooks(tx)) >= webhooksMax) {
      throw new DomainError('webhook.tooMany', { params: { limit: webhooksMax } });
    }
    const row = await insertWebhook(tx, {
      ...body,
      ...sealed,
      chatId: body.format === 'Telegram' ? (chatId?.trim() ?? null) : null,
      gameId: gameId ?? null,
      secretSealed: deps.sealing.seal(secret),
      createdAt: deps.clock.now(),
    });
    await audit(tx, { ...entryOf(by, row, 'create'), after: auditedOf(row) });
    return { secret, seen: await getWebhook(tx, row.id) };
  });
}

/** Throws `webhook.notFound`, `game.notFound`, `webhook.addressRefused` or `webhook.chatMissing`. */
export async function updateWebhook(
  deps: Deps,
  by: Author,
  id: string,
  { address, chatId: givenChat, gameId, ...body }: z.output<typeof WebhookUpdateBody>,
): Promise<SeenWebhook> {
  const sealed = address ? sealAddress(deps, address) : {};
  return inTransaction(deps, async ({ tx }) => {
    if (gameId) await lockGame(tx, gameId);
    const before = await lockWebhook(tx, id);
    const chatId = before.format === 'Telegram' ? givenChat?.trim() || null : null;
    if (before.format === 'Telegram' && chatId === null) {
      throw new DomainError('webhook.chatMissing', { field: 'chatId' });
    }
    const change = { ...body, ...sealed, chatId, gameId: gameId ?? null };
    await updateWebhookRow(tx, id, change);
    const seen = await getWebhook(tx, id);
    await audit(tx, { ...entryOf(by, before, 'update'), before: auditedOf(before), after: auditedOf(seen.webhook) });
    return seen;
  });
}

/** Throws `webhook.notFound`. */
export async function removeWebhook(deps: Deps, by: Author, id: string): Promise<void> {
  await inTransaction(deps, async ({ tx }) => {
    const before = await lockWebhook(tx, id);
    await deleteWebhookRow(tx, id);
    await audit(tx, { ...entryOf(by, before, 'delete'), before: auditedOf(before) });
  });
}

/** Throws `webhook.notFound`. */
export async function renewSecret(deps: Deps, by: Author, id: string): Promise<WithSecret> {
  const secret = createSecret(deps);
  return inTransaction(deps, async ({ tx }) => {
    const before = await lockWebhook(tx, id);
    await updateWebhookRow(tx, id, { secretSealed: deps.sealing.seal(secret) });
    // An entry without a difference would not be stored.
    await audit(tx, { ...entryOf(by, before, 'renew-secret'), after: { secret: 'renewed' } });
    return { secret, seen: await getWebhook(tx, id) };
  });
}

export const readFailing = ({ db }: Pick<Deps, 'db'>) => listFailingWebhooks(db);

/** Throws `webhook.notFound`. */
export async function readDeliveries(deps: Deps, id: string, range: { count: number; skip: number }) {
  await getWebhook(deps.db, id);
  return listDeliveries(deps.db, id, range);
}

async function addDelivery(
  deps: Deps,
  id: string,
  store: (tx: Tx, now: Date) => Promise<WebhookDeliveryRow>,
): Promise<WebhookDeliveryRow> {
  return inTransaction(deps, async (work) => {
    await lockWebhook(work.tx, id);
    const row = await store(work.tx, deps.clock.now());
    work.job(webhookJobs.deliver, { webhookId: id });
    return row;
  });
}

/** Throws `webhook.notFound`. */
export const sendTestMessage = (deps: Deps, id: string, userName: string): Promise<WebhookDeliveryRow> =>
  addDelivery(deps, id, (tx, now) =>
    insertDelivery(tx, {
      webhookId: id,
      eventId: deps.random.uuid(),
      kind: 'Test',
      data: { userName },
      happenedAt: now,
      nextAttemptAt: now,
      createdAt: now,
    }),
  );

/** Throws `webhook.notFound`. */
export const replayDelivery = (deps: Deps, id: string, deliveryId: number): Promise<WebhookDeliveryRow> =>
  addDelivery(deps, id, async (tx, now) => {
    const { state, webhookId, eventId, kind, gameId, gameTitle, data, happenedAt } = await lockDelivery(
      tx,
      id,
      deliveryId,
    );
    if (state === 'Waiting') return hastenDelivery(tx, deliveryId, now);
    const times = { happenedAt, nextAttemptAt: now, createdAt: now };
    return insertDelivery(tx, { webhookId, eventId, kind, gameId, gameTitle, data, ...times });
  });
