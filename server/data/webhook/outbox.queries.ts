import { randomUUID } from 'node:crypto';
import type { Executor, SqlTx } from '@vexil/db';
import type { WebhookEventKind } from '@vexil/db/enums/webhook';
import { sql } from 'drizzle-orm';

export interface WebhookFact {
  kind: Exclude<WebhookEventKind, 'Test'>;
  /** null for what belongs to no game. */
  gameId: number | null;
  /** False for what players must not know (yet). */
  isPublic: boolean;
  happenedAt: Date;
  data: Readonly<Record<string, unknown>>;
}

const recordsOf = (facts: readonly WebhookFact[]) =>
  JSON.stringify(facts.map((fact, place) => ({ ...fact, place, eventId: randomUUID() })));

// The lock makes a webhook that is deleted meanwhile disappear from the result instead of breaking the foreign key, which
// would undo the fact. A hidden game is not public, nor are solves and awards of a board that not everyone sees, and the copy
// that a check plays in has no messages.
const before = `
  insert into webhook_deliveries (webhook_id, event_id, kind, game_id, game_title, data, happened_at)
  select w.id, f."eventId", f.kind::webhook_event_kind, f."gameId", g.title, f.data, f."happenedAt"
  from webhooks w
    cross join jsonb_to_recordset(`;
const after = `::jsonb) as f(place int, "eventId" uuid, kind text, "gameId" int, "isPublic" boolean,
      "happenedAt" timestamptz, data jsonb)
    left join games g on g.id = f."gameId"
  where w.is_enabled and f.kind = any(w.kinds::text[]) and (w.game_id is null or w.game_id = f."gameId")
    and (w.is_private or (f."isPublic" and g.hidden is not true
      and not (f.kind in ('Solve', 'Award') and g.board_visibility <> 'Everyone'))) and g.check_of is null
  order by w.id, f.place
  for key share of w`;

/** Adds a delivery for each target that wants a fact, in the transaction of the fact; a sweep hands them to workers. */
export async function storeWebhookFacts(tx: Executor, facts: readonly WebhookFact[]): Promise<void> {
  if (facts.length === 0) return;
  await tx.execute(sql`${sql.raw(before)}${recordsOf(facts)}${sql.raw(after)}`);
}

/** The same over the driver. */
export async function storeWebhookFactsRaw(tx: SqlTx, facts: readonly WebhookFact[]): Promise<void> {
  if (facts.length === 0) return;
  await tx.unsafe(`${before}$1::text${after}`, [recordsOf(facts)], { prepare: true });
}
