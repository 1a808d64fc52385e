import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LogLine } from './log-line.rules';
import { createLogSink, type LogSink, type LogSinkOptions } from './log-sink';

const text = (msg: string, level = 30) => JSON.stringify({ level, time: 1, msg });
const waitOptions = { timeout: 30_000 };
const messages = (lines: readonly LogLine[]) => lines.map(({ message }) => message);

describe('the sink of the log', () => {
  const sinks: LogSink[] = [];
  afterEach(async () => {
    await Promise.all(sinks.splice(0).map((sink) => sink.close()));
  });

  function createTarget() {
    const target = {
      isAway: false,
      batches: [] as LogLine[][],
      published: [] as LogLine[],
      async store(lines: LogLine[]) {
        if (target.isAway) throw new Error('The database is away.');
        target.batches.push(lines);
      },
      async publish(line: LogLine) {
        target.published.push(line);
      },
    };
    return target;
  }

  function open(options: LogSinkOptions = {}) {
    const sink = createLogSink({ intervalMs: 20, ...options });
    sinks.push(sink);
    const target = createTarget();
    sink.open(target);
    return { sink, target, stored: () => messages(target.batches.flat()) };
  }

  it('stores and publishes lines in batches and in order', async () => {
    const { sink, target, stored } = open();
    for (const name of ['a', 'b', 'c']) sink.write(text(name));
    await vi.waitFor(() => expect(stored()).toEqual(['a', 'b', 'c']), waitOptions);
    expect(target.batches.length).toBe(1);
    expect(messages(target.published)).toEqual(['a', 'b', 'c']);
  });

  it('stores a full batch at once', async () => {
    const { sink, stored } = open({ intervalMs: 3_600_000, batchSize: 50 });
    for (let index = 0; index < 50; index += 1) sink.write(text(`${index}`));
    await vi.waitFor(() => expect(stored().length).toBe(50), waitOptions);
  });

  it('omits lines below Information', async () => {
    const { sink, stored } = open();
    sink.write(text('debug', 20));
    sink.write(text('warn', 40));
    await vi.waitFor(() => expect(stored()).toEqual(['warn']), waitOptions);
  });

  it('buffers lines until it is opened', async () => {
    const sink = createLogSink({ intervalMs: 20 });
    sinks.push(sink);
    sink.write(text('early'));
    await sink.flush();
    const target = createTarget();
    sink.open(target);
    await vi.waitFor(() => expect(messages(target.batches.flat())).toEqual(['early']), waitOptions);
  });

  it('buffers lines while storing fails, publishes each once and counts the dropped ones', async () => {
    const { sink, target, stored } = open({ linesMax: 10, batchSize: 5 });
    target.isAway = true;
    for (let index = 0; index < 25; index += 1) sink.write(text(`${index}`));
    await sink.flush();
    await sink.flush();
    expect(stored()).toEqual([]);
    target.isAway = false;
    const kept = [...Array(10).keys()].map(String);
    const lost = '15 log lines were dropped while the database did not answer';
    await vi.waitFor(() => expect(stored()).toEqual([...kept, lost]), waitOptions);
    expect(messages(target.published)).toEqual([...kept, lost]);
  });

  it('stores lines that cannot be published', async () => {
    const { sink, target, stored } = open();
    target.publish = () => Promise.reject(new Error('Redis is away.'));
    sink.write(text('a'));
    await vi.waitFor(() => expect(stored()).toEqual(['a']), waitOptions);
  });

  it('stores buffered lines on close and accepts none after', async () => {
    const { sink, stored } = open({ intervalMs: 3_600_000 });
    sink.write(text('last'));
    await sink.close();
    expect(stored()).toEqual(['last']);
    sink.write(text('later'));
    await sink.flush();
    expect(stored()).toEqual(['last']);
  });

  it('closes in time when nothing answers', async () => {
    const { sink, target } = open({ intervalMs: 3_600_000, closeWithinMs: 50 });
    target.store = () => new Promise(() => {});
    sink.write(text('last'));
    await expect(sink.close()).resolves.toBeUndefined();
  });
});
