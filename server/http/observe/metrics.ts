import type { Server } from 'node:http';
import { closeMetricsServer, listenForMetrics, openMetricsServer } from '@vexil/runtime/metrics-server';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

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

  app.addHook('onResponse', (request, reply, done) => {
    // By pattern, not by address: every label is kept in memory for good.
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.addHook('onReady', () => listenForMetrics(server, metricsPort, metricsHost));
  app.addHook('onClose', () => closeMetricsServer(server));
});
