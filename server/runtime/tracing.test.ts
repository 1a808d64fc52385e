import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config';
import { openTracing } from './tracing';

const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => /otlp|sdk-trace/.test(path));

const given = {
  DATABASE_URL: 'postgres://localhost/vexil',
  REDIS_URL: 'redis://localhost',
  SECRET_KEY: 'a secret key for tests of this file',
  DATA_DIR: '/data',
};
const url = 'http://127.0.0.1:9/v1/traces';

describe('tracing', () => {
  it('loads nothing while it is off, and passes on what is recorded only', async () => {
    expect(await openTracing(readConfig(given), 'test')).toBeNull();
    expect(isLoaded()).toBe(false);
    const tracing = await openTracing(readConfig({ ...given, TRACES_URL: url }), 'test');
    expect(isLoaded()).toBe(true);
    expect(tracing?.traceparent()).toBeUndefined();
    const span = tracing?.beginRequest({ name: 'GET /', attributes: {} }, 0);
    expect(span?.run(() => tracing?.traceparent())).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    const none = await openTracing(readConfig({ ...given, TRACES_URL: url, TRACES_RATIO: '0' }), 'test');
    const ignored = none?.beginRequest({ name: 'GET /', attributes: {} }, 0);
    expect(ignored?.run(() => none?.traceparent())).toBeUndefined();
    expect(ignored?.run(() => none?.beginStatement('select 1'))).toBeUndefined();
    // A job whose metadata is of another kind runs all the same.
    expect(await tracing?.inJob({ name: 'job', attributes: {} }, 'nonsense', async () => 7)).toBe(7);
    await Promise.all([tracing?.close(), none?.close()]);
  });

  it('imports packages when it is turned on, not at the head of the bundle', () => {
    const source = readFileSync(new URL('./tracing.otel.ts', import.meta.url), 'utf8');
    expect(source.match(/^import (?!type).*@opentelemetry/gm)).toBeNull();
    expect(source).toContain("import('@opentelemetry/sdk-trace-base')");
  });

  it.each(['2', '-1', 'half', '1.5'])('refuses the ratio %s', (ratio) => {
    expect(() => readConfig({ ...given, TRACES_URL: url, TRACES_RATIO: ratio })).toThrow('TRACES_RATIO');
  });

  it('refuses an address without http', () => {
    expect(() => readConfig({ ...given, TRACES_URL: 'collector:4318' })).toThrow('TRACES_URL');
  });
});
