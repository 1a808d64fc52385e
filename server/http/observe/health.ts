import { countMigrations } from '@vexil/db/migrate';
import { pingDatabase } from '@vexil/runtime/database.queries';
import { clockSkewMsMax } from '@vexil/runtime/database-clock';
import { createQueueHealth, type QueueHealth, type QueueHealthDeps } from '@vexil/runtime/queue-health';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import type { Deps } from '../deps';
import { diskStateOf, isOutOfSpace } from '../guard/disk-space.rules';
import { sendWithoutHooks } from '../reply/send-together';

declare module 'fastify' {
  interface FastifyInstance {
    queueHealth: () => Promise<QueueHealth>;
    /** What the readiness probe says of the parts that a server cannot do without; at most a second old. */
    partStates: () => Promise<Record<Checked, PartState>>;
  }
}

const checks: Record<Checked, (deps: Deps) => Promise<unknown>> = {
  database: (deps) => pingDatabase(deps.database.sql),
  migrations: async (deps) => {
    const { known, applied } = await countMigrations(deps.database.sql);
    if (applied < known) throw new Error(`${known - applied} migrations have not run.`);
  },
  redis: (deps) => deps.redis.ping(),
  storage: (deps) => deps.storage.check(),
};

/** `full`: without space to write, which Redis answers to PING too; what is stored already can be served. */
async function runCheck(check: Promise<unknown>): Promise<'ok' | 'full'> {
  try {
    await check;
    return 'ok';
  } catch (error) {
    if (isOutOfSpace(error)) return 'full';
    throw error;
  }
}

const timeoutMs = 3000;

async function inTime<T>(work: Promise<T>): Promise<{ value: T } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), timeoutMs);
  });
  try {
    return { value: await Promise.race([work, timeout]) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** A degraded server stays in the balancer: another one would have no more space and no more workers. */
async function readNotices({ deps, queueHealth }: { deps: Deps; queueHealth: () => Promise<QueueHealth> }) {
  const [freeBytes, health] = await Promise.all([deps.diskSpace.freeBytes(), inTime(queueHealth())]);
  const disk = freeBytes === null ? 'ok' : diskStateOf(freeBytes);
  const { workers, containers: _, ...queue } = health?.value ?? {};
  const workersState = workers === undefined ? 'unknown' : workers > 0 ? 'ok' : 'none';
  const clockSkewMs = deps.databaseClock.skewMs();
  const clock = Math.abs(clockSkewMs ?? 0) > clockSkewMsMax ? 'wrong' : 'ok';
  return {
    isDegraded: disk !== 'ok' || workersState !== 'ok' || clock !== 'ok',
    parts: {
      disk,
      diskFreeBytes: freeBytes,
      workers: workersState,
      workersLiving: workers ?? null,
      clock,
      clockSkewMs,
      ...queue,
    },
  };
}

type PartState = 'ok' | 'full' | 'failed';
type Checked = 'database' | 'migrations' | 'redis' | 'storage';

interface Readiness {
  isReady: boolean;
  text: string;
  states: Record<Checked, PartState>;
  /** The text of a server that is ready in spite of failed parts. */
  degradedText: string;
}

async function readReadiness(app: FastifyInstance): Promise<Readiness> {
  const [entries, notices] = await Promise.all([
    Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const result = await inTime(runCheck(check(app.deps)));
        return [name, result?.value ?? 'failed'] as const;
      }),
    ),
    readNotices(app),
  ]);
  const isReady = entries.every(([, state]) => state !== 'failed');
  const isDegraded = notices.isDegraded || entries.some(([, state]) => state === 'full');
  const status = isReady ? (isDegraded ? 'degraded' : 'ok') : 'failed';
  const states = Object.fromEntries(entries) as Readiness['states'];
  const write = (said: string) => JSON.stringify({ status: said, ...states, ...notices.parts });
  return { isReady, states, text: write(status), degradedText: write('degraded') };
}

/** The parts of `?exclude=redis,storage`; null where one of them is none. */
function readExcluded(query: unknown): ReadonlySet<string> | null {
  const { exclude = '' } = query as { exclude?: string | string[] };
  const names = [exclude].flat().flatMap((list) => list.split(',').filter(Boolean));
  return names.every((name) => Object.hasOwn(checks, name)) ? new Set(names) : null;
}

/** Without the failures of `excluded`. */
function without(readiness: Readiness, excluded: ReadonlySet<string>): Pick<Readiness, 'isReady' | 'text'> {
  if (readiness.isReady) return readiness;
  const failed = Object.entries(readiness.states).filter(([, state]) => state === 'failed');
  if (!failed.every(([part]) => excluded.has(part))) return readiness;
  return { isReady: true, text: readiness.degradedText };
}

function send(reply: FastifyReply, code: number, text: string): void {
  sendWithoutHooks(reply.code(code).header('content-type', 'application/json; charset=utf-8'), [text]);
}

const excludeMistake = JSON.stringify({
  title: `exclude: must name parts: ${Object.keys(checks).join(', ')}`,
  status: 400,
});
const ageMsMax = 1000;

/**
 * `/healthz`: the process lives. `/readyz`: it can serve; 503 when a part fails or the server shuts down. A balancer
 * excludes Redis: servers answer without it, and without it no other server is better.
 */
export const healthPlugin = fp<Pick<QueueHealthDeps, 'readBacklog'>>(async (app, { readBacklog }) => {
  const { deps } = app;
  app.decorate('queueHealth', createQueueHealth({ ...deps, readBacklog }));
  let known: { at: number; readiness: Promise<Readiness>; result?: Readiness } | undefined;

  function readinessAt(now: number): Readiness | Promise<Readiness> {
    if (!known || Math.abs(now - known.at) >= ageMsMax) {
      const reading = { at: now, readiness: readReadiness(app) };
      known = reading;
      return reading.readiness.then((result) => {
        Object.assign(reading, { result });
        return result;
      });
    }
    return known.result ?? known.readiness;
  }

  app.decorate('partStates', async () => (await readinessAt(deps.clock.now().getTime())).states);

  const probe = { config: { isProbe: true } };
  app.get('/healthz', probe, (_request, reply) => send(reply, 200, '{"status":"ok"}'));
  app.get('/readyz', probe, (request, reply) => {
    app.drain.recordProbe();
    const excluded = readExcluded(request.query);
    if (!excluded) return send(reply, 400, excludeMistake);
    if (app.drain.hasBegun) return send(reply, 503, '{"status":"stopping"}');
    const answer = (readiness: Readiness) => {
      const { isReady, text } = without(readiness, excluded);
      send(reply, isReady ? 200 : 503, text);
    };
    const readiness = readinessAt(deps.clock.now().getTime());
    if (readiness instanceof Promise) readiness.then(answer);
    else answer(readiness);
  });
});
