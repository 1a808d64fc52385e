import type { Server } from 'node:http';
import { closeMetricsServer, listenForMetrics, openMetricsServer } from '@vexil/runtime/metrics-server';
import { registerPlatformMetrics } from '@vexil/runtime/platform-metrics';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: { server: Server; registry: Registry } | null;
  }
}

const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** A port of its own, METRICS_PORT, so that it need not be open to players. */
export const metricsPlugin = fp(async (app) => {
  const { metricsPort, metricsHost } = app.deps.config;
  if (metricsPort === null) {
    app.decorate('metrics', null);
    return;
  }
  const registry = new Registry();
  const server = openMetricsServer(registry);
  app.decorate('metrics', { server, registry });
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its reply',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: durationBuckets,
    registers: [registry],
  });
  registerPlatformMetrics(registry, app.deps, () => app.queueHealth());
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
      const freeBytes = await app.deps.diskSpace.freeBytes();
      if (freeBytes !== null) this.set(freeBytes);
    },
  });

  app.addHook('onResponse', (request, reply, done) => {
    // By pattern, not by address: every label is kept in memory for good.
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.addHook('onReady', () => listenForMetrics(server, metricsPort, metricsHost));
  app.addHook('onClose', () => closeMetricsServer(server));
});
