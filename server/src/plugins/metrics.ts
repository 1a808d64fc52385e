import type { Server } from 'node:http';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { closeMetricsServer, listenForMetrics, openMetricsServer } from '../contract/metrics-server';
import { registerLiveMetrics } from '../live/live.metrics';

declare module 'fastify' {
  interface FastifyInstance {
    /** null when no metrics are served. */
    metrics: { server: Server; registry: Registry } | null;
  }
}

/** From a cached board to a container that starts. */
const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/**
 * Serves `GET /metrics` on METRICS_PORT, a port of its own so that it need not be open to players: the process, the
 * duration of requests by route, and the live connections.
 */
export const metricsPlugin = fp(async (app) => {
  const { metricsPort, host } = app.deps.config;
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
  registerLiveMetrics(registry, app.live);

  app.addHook('onResponse', async (request, reply) => {
    // By pattern, not by address: every label is kept in memory for good.
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.addHook('onReady', () => listenForMetrics(server, metricsPort, host));
  app.addHook('onClose', () => closeMetricsServer(server));
});
