// Spans are opened at the few places that every request, statement and job passes, so no module is patched when it is loaded.
// OpenTelemetry itself is loaded only where TRACES_URL is set.

import type { TracesSettings } from './tracing.settings';

type Attributes = Record<string, string | number>;

interface NewSpan {
  name: string;
  attributes: Attributes;
}

export interface RequestSpan {
  /** What runs in it, and what that starts, is below the span. */
  run<T>(work: () => T): T;
  end(attributes: Attributes, isFailed: boolean): void;
}

export interface Tracing {
  /** The root of a trace. `waitedMs` is the time that the request has waited already. */
  beginRequest(span: NewSpan, waitedMs: number): RequestSpan;
  /** Below the span of another process, given by its `traceparent`. */
  inJob<T>(span: NewSpan, traceparent: string, work: () => Promise<T>): Promise<T>;
  /** Below the current span; undefined where there is none. Call what it returns at the end. */
  beginStatement(text: string): ((error?: unknown) => void) | undefined;
  /** Of the current span, where it is recorded; as W3C Trace Context writes it. */
  traceparent(): string | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** null where TRACES_URL is not set. */
export async function openTracing(
  { traces }: { traces: TracesSettings | null },
  service: string,
): Promise<Tracing | null> {
  if (traces === null) return null;
  const { startTracing } = await import('./tracing.otel');
  return startTracing(traces, service);
}
