// One server at a time watches what all servers share; each watches its own disk. What changes is written into the outbox of
// webhooks in the transaction that remembers it, so it is reported once, however many servers there are.

import { hostname } from 'node:os';
import { storeWebhookFacts, type WebhookFact } from '@vexil/data/webhook/outbox.queries';
import type { Tx } from '@vexil/db';
import type { HealthCondition } from '@vexil/db/enums/health-alert';
import fp from 'fastify-plugin';
import { type Alert, deleteAlert, deleteUnseen, insertAlert, listAlerts, renewAlert, takeWatch } from './alert.queries';
import type { Observation, Subjects, WatchedFacts } from './check';
import { platformChecks } from './checks';

/** The disk is that of this machine; all else is shared by the servers. */
async function observe(facts: WatchedFacts, isWatching: boolean): Promise<Observation> {
  const checks = platformChecks.filter(({ name }) => isWatching || name === 'disk');
  const asked = await Promise.allSettled(checks.map((check) => check.watch?.(facts) ?? new Map()));
  return new Map(asked.flatMap((one) => (one.status === 'fulfilled' ? [...one.value] : [])));
}

/** So long a condition has to hold, or to be over, before it is reported. */
const holdMsDefault = 30_000;

interface Change {
  condition: HealthCondition;
  subject: string;
  detail: string | null;
  state: 'Raised' | 'Cleared';
  at: Date;
}

const factOf = ({ condition, subject, detail, state, at }: Change): WebhookFact => ({
  kind: 'Health',
  gameId: null,
  isPublic: false,
  happenedAt: at,
  data: { condition, state, subject, detail },
});

const keyOf = (condition: HealthCondition, subject: string) => `${condition} ${subject}`;

/** What is stored and what is found differ in these. */
function compare(alerts: readonly Alert[], condition: HealthCondition, subjects: Subjects, at: Date): Change[] {
  const stored = new Set(alerts.filter((alert) => alert.condition === condition).map(({ subject }) => subject));
  const raised = [...subjects].filter(([subject]) => !stored.has(subject));
  // Another server reports the disk of its own machine.
  const cleared = [...stored].filter((one) => !subjects.has(one) && (condition !== 'DiskLow' || one === hostname()));
  return [
    ...raised.map(([subject, detail]) => ({ condition, subject, detail, state: 'Raised' as const, at })),
    ...cleared.map((subject) => ({ condition, subject, detail: null, state: 'Cleared' as const, at })),
  ];
}

/** Stores a change; undefined where another server has done so. */
async function apply(tx: Tx, change: Change): Promise<Change | undefined> {
  const isDone = change.state === 'Raised' ? await insertAlert(tx, change, change.at) : await deleteAlert(tx, change);
  return isDone ? change : undefined;
}

export function createHealthWatch(facts: WatchedFacts, holdMs = holdMsDefault) {
  const { deps } = facts;
  const holder = deps.random.uuid();
  /** When a difference was first found. */
  let pending = new Map<string, number>();
  let lost: { at: Date; since: number } | undefined;

  function findDue(changes: readonly Change[]): Change[] {
    const now = performance.now();
    const next = new Map<string, number>();
    for (const { condition, subject } of changes) {
      const key = keyOf(condition, subject);
      next.set(key, pending.get(key) ?? now);
    }
    pending = next;
    return changes.filter(({ condition, subject }) => now - (next.get(keyOf(condition, subject)) ?? now) >= holdMs);
  }

  /** An outage of the database can only be reported afterwards. */
  function endOutage(isWatching: boolean, at: Date): Change[] {
    const outage = lost;
    lost = undefined;
    if (!outage || !isWatching || performance.now() - outage.since < holdMs) return [];
    const change = { condition: 'DatabaseDown', subject: '', detail: null } as const;
    return [
      { ...change, state: 'Raised', at: outage.at },
      { ...change, state: 'Cleared', at },
    ];
  }

  async function store(observed: Observation, isWatching: boolean): Promise<void> {
    const at = deps.clock.now();
    const alerts = await listAlerts(deps.db);
    const changes = [...observed].flatMap(([condition, subjects]) => compare(alerts, condition, subjects, at));
    const due = findDue(changes);
    const outage = endOutage(isWatching, at);
    await deps.db.transaction(async (tx) => {
      const applied: (Change | undefined)[] = [];
      for (const change of due) applied.push(await apply(tx, change));
      for (const subject of observed.get('DiskLow')?.keys() ?? []) {
        await renewAlert(tx, { condition: 'DiskLow', subject });
      }
      const gone = isWatching ? await deleteUnseen(tx, 'DiskLow') : [];
      const ended = gone.map((alert) => ({ ...alert, detail: null, state: 'Cleared' as const, at }));
      const facts = [...outage, ...applied.filter((one) => one !== undefined), ...ended];
      await storeWebhookFacts(tx, facts.map(factOf));
    });
  }

  return {
    /** Never rejects: without the database nothing can be stored, and the outage is reported when it is over. */
    async round(): Promise<void> {
      try {
        const isWatching = await takeWatch(deps.db, holder);
        await store(await observe(facts, isWatching), isWatching);
      } catch (err) {
        lost ??= { at: deps.clock.now(), since: performance.now() };
        deps.log.debug({ event: 'health.watch_failed', err }, 'The state of the platform could not be stored');
      }
    },
  };
}

const everyMs = 15_000;

export const alertPlugin = fp(async (app) => {
  const watch = createHealthWatch(app);
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(() => {
      running ??= watch.round().finally(() => {
        running = undefined;
      });
    }, everyMs);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
});
