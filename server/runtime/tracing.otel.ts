import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import type { Span } from '@opentelemetry/api';
import product from '../../package.json';
import type { Tracing } from './tracing';
import type { TracesSettings } from './tracing.settings';

/** Of W3C Trace Context; only sampled ones are passed on. */
const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;
const sendEveryMs = 2_000;
const statementLengthMax = 2_000;

/** Static imports of packages stand at the head of the bundle, where they would be loaded by every process. */
async function loadPackages() {
  const [api, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ]);
  return { ...api, ...exporter, ...resources, ...sdk };
}

export async function startTracing({ url, ratio }: TracesSettings, service: string): Promise<Tracing> {
  const {
    BasicTracerProvider,
    BatchSpanProcessor,
    isSpanContextValid,
    OTLPTraceExporter,
    ParentBasedSampler,
    ROOT_CONTEXT,
    resourceFromAttributes,
    SpanKind,
    SpanStatusCode,
    TraceIdRatioBasedSampler,
    trace,
  } = await loadPackages();

  const below = (span: Span) => trace.setSpan(ROOT_CONTEXT, span);

  function parentOf(traceparent: string) {
    const [, traceId = '', spanId = ''] = traceparentPattern.exec(traceparent) ?? [];
    const context = { traceId, spanId, traceFlags: 1, isRemote: true };
    return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : undefined;
  }

  function endSpan(span: Span, error?: unknown): void {
    // Messages of errors can contain values of statements.
    if (error !== undefined) {
      const name = error instanceof Error ? error.name : 'Error';
      span.setAttribute('error.type', name).setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  }

  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': product.version,
      'host.name': hostname(),
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }), { scheduledDelayMillis: sendEveryMs })],
  });
  const tracer = provider.getTracer('vexil', product.version);
  const current = new AsyncLocalStorage<Span>();
  const findCurrent = () => {
    const span = current.getStore();
    return span?.isRecording() ? span : undefined;
  };
  return {
    beginRequest({ name, attributes }, waitedMs) {
      const options = { kind: SpanKind.SERVER, attributes, startTime: Date.now() - waitedMs };
      const span = tracer.startSpan(name, options, ROOT_CONTEXT);
      return {
        run: (work) => current.run(span, work),
        end(more, isFailed) {
          span.setAttributes(more);
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async inJob({ name, attributes }, traceparent, work) {
      const parent = parentOf(traceparent);
      if (!parent) return work();
      const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes }, parent);
      try {
        const result = await current.run(span, work);
        endSpan(span);
        return result;
      } catch (error) {
        endSpan(span, error);
        throw error;
      }
    },
    beginStatement(text) {
      const parent = findCurrent();
      if (!parent) return undefined;
      const [operation = ''] = text.trimStart().split(/\s/, 1);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation.toUpperCase(),
        'db.query.text': text.slice(0, statementLengthMax),
      };
      const name = `${operation.toUpperCase()} postgresql`;
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, below(parent));
      return (error) => endSpan(span, error);
    },
    traceparent() {
      const context = findCurrent()?.spanContext();
      return context && `00-${context.traceId}-${context.spanId}-01`;
    },
    close: () => provider.shutdown(),
  };
}
