import { diskStateOf, isOutOfSpace } from '@vexil/http/guard/disk-space.rules';
import { sendWithoutHooks } from '@vexil/http/reply/send-together';
import { clockSkewMsMax } from '@vexil/runtime/database-clock';
import { registerPlatformMetrics } from '@vexil/runtime/platform-metrics';
import type { QueueHealth } from '@vexil/runtime/queue-health';
import { shareFor, within } from '@vexil/runtime/within';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { Gauge } from 'prom-client';
import type { PartState, PlatformCheck, ProbedPart } from './check';
import { platformChecks, readQueueHealth } from './checks';

type States = Record<ProbedPart, PartState>;

declare module 'fastify' {
  interface FastifyInstance {
    queueHealth: () => Promise<QueueHealth>;
    /** What the readiness probe says of the parts that a server cannot do without; at most a second old. */
    partStates: () => Promise<States>;
  }
}

const timeoutMs = 3000;
const probed = platformChecks.filter(({ probe }) => probe);

/** Without space to write, which Redis answers to PING too, what is stored already can be served. */
async function probeFor({ deps }: FastifyInstance, { name, probe }: PlatformCheck): Promise<[string, PartState]> {
  try {
    if (probe) await within(timeoutMs, probe(deps));
    return [name, 'ok'];
  } catch (error) {
    return [name, isOutOfSpace(error) ? 'full' : 'failed'];
  }
}

/** A degraded server stays in the balancer: another one would have no more space and no more workers. */
async function readNotices({ deps, queueHealth }: FastifyInstance) {
  const [freeBytes, health] = await Promise.all([
    deps.diskSpace.freeBytes(),
    within(timeoutMs, queueHealth()).catch(() => null),
  ]);
  const disk = freeBytes === null ? 'ok' : diskStateOf(freeBytes);
  const { workers, containers: _, ...queue } = health ?? {};
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

async function readReadiness(app: FastifyInstance) {
  const [entries, notices] = await Promise.all([
    Promise.all(probed.map((check) => probeFor(app, check))),
    readNotices(app),
  ]);
  return { states: Object.fromEntries(entries) as States, ...notices };
}

/** The parts of `?exclude=redis,storage`; null where one of them is none. */
function readExcluded(query: unknown): ReadonlySet<string> | null {
  const { exclude = '' } = query as { exclude?: string | string[] };
  const names = [exclude].flat().flatMap((list) => list.split(',').filter(Boolean));
  return names.every((name) => probed.some((check) => check.name === name)) ? new Set(names) : null;
}

function send(reply: FastifyReply, code: number, body: object): void {
  sendWithoutHooks(reply.code(code).header('content-type', 'application/json; charset=utf-8'), [JSON.stringify(body)]);
}

const excludeMistake = { title: `exclude: must name parts: ${probed.map(({ name }) => name).join(', ')}`, status: 400 };
const ageMsMax = 1000;

/**
 * `/healthz`: the process lives. `/readyz`: it can serve; 503 when a part fails or the server shuts down. A balancer
 * excludes Redis: servers answer without it, and without it no other server is better.
 */
export const readinessPlugin = fp(async (app) => {
  const { deps } = app;
  app.decorate('queueHealth', readQueueHealth(deps));
  const readiness = shareFor(
    ageMsMax,
    () => readReadiness(app),
    () => deps.clock.now().getTime(),
  );
  app.decorate('partStates', async () => (await readiness()).states);

  const probe = { config: { isProbe: true } };
  app.get('/healthz', probe, (_request, reply) => send(reply, 200, { status: 'ok' }));
  app.get('/readyz', probe, (request, reply) => {
    app.drain.recordProbe();
    const excluded = readExcluded(request.query);
    if (!excluded) return send(reply, 400, excludeMistake);
    if (app.drain.hasBegun) return send(reply, 503, { status: 'stopping' });
    void readiness().then(({ states, isDegraded, parts }) => {
      const wrong = Object.entries(states).filter(([, state]) => state !== 'ok');
      const hasFailed = wrong.some(([part, state]) => state === 'failed' && !excluded.has(part));
      const status = hasFailed ? 'failed' : isDegraded || wrong.length > 0 ? 'degraded' : 'ok';
      send(reply, hasFailed ? 503 : 200, { status, ...states, ...parts });
    });
  });

  const registry = app.metrics?.registry;
  if (!registry) return;
  registerPlatformMetrics(registry, deps, () => app.queueHealth());
  new Gauge({
    name: 'part_up',
    help: 'Whether the database, its migrations, Redis and the file storage are ready for this server: 1 or 0',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      for (const [part, state] of Object.entries(await app.partStates())) this.set({ part }, state === 'ok' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Bytes free where this server and its database store to',
    registers: [registry],
    async collect() {
      const freeBytes = await deps.diskSpace.freeBytes();
      if (freeBytes !== null) this.set(freeBytes);
    },
  });
});
