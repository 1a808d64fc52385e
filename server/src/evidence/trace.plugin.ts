import fp from 'fastify-plugin';
import { TraceRecorder } from './trace-recorder';

declare module 'fastify' {
  interface FastifyInstance {
    traces: TraceRecorder;
  }
}

export const tracePlugin = fp(async (app) => {
  const traces = new TraceRecorder(app.deps);
  app.decorate('traces', traces);
  app.addHook('onReady', () => traces.begin());
  app.addHook('onClose', () => traces.close());
});
