import { defineJob } from '@vexil/contract/job';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import type {} from '@vexil/db/testing/global-setup';
import { addJob } from '@vexil/runtime/queues';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { createTestWorker, type TestWorker } from '../testing/worker';
import { handle } from './run-job';
import { startWorkers } from './start-workers';

const payload = z.object({ number: z.int() });
const count = defineJob({ queue: 'submission', name: 'count', payload, attempts: 3 });
const failing = defineJob({ queue: 'submission', name: 'failing', payload, attempts: 1 });
const pass = defineJob({ queue: 'mail', name: 'pass', payload, attempts: 3 });
const once = defineJob({
  queue: 'sweep',
  name: 'once',
  payload,
  attempts: 3,
  deduplicateBy: ({ number }) => `once-${number}`,
});

describe('startWorkers', () => {
  let database: TestDatabase;
  let worker: TestWorker;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
  });
  afterEach(() => worker.close());
  afterAll(() => database.drop());

  const create = (...handlers: ReturnType<typeof handle>[]) =>
    createTestWorker({ database, redisUrl: inject('redisUrl'), handlers }).then((created) => {
      worker = created;
      return created;
    });

  it('does what is queued and what that enqueues', async () => {
    const seen: number[] = [];
    const { deps, drain } = await create(
      handle(pass, (own, { number }) => addJob(own, count, { number: number + 1 })),
      handle(count, async (_deps, { number }) => void seen.push(number)),
    );
    await addJob(deps, pass, { number: 1 });
    await addJob(deps, pass, { number: 2 });
    await drain();
    expect(seen.toSorted()).toEqual([2, 3]);
  });

  it('retries a failed job and marks it as repeated for the handler', async () => {
    const runs: boolean[] = [];
    const { deps, drain } = await create(
      handle(count, async (_deps, _payload, { repeated }) => {
        runs.push(repeated);
        if (runs.length < 3) throw new Error('not yet');
      }),
    );
    await addJob(deps, count, { number: 1 });
    await drain();
    expect(runs).toEqual([false, true, true]);
  });

  it('keeps no value of a failed statement in the queue', async () => {
    const { deps, drain } = await create(
      handle(failing, async (own) => {
        await own.db.execute(sql`select ${'a secret'} from nowhere`);
      }),
    );
    await addJob(deps, failing, { number: 1 });
    await drain();
    const [failed] = await deps.queues.submission.getFailed();
    expect(failed?.failedReason).toMatch(/^Failed query/);
    expect(JSON.stringify(failed)).not.toContain('a secret');
  });

  it('gives up at once on a payload that does not fit', async () => {
    let runs = 0;
    const { deps, drain } = await create(handle(count, async () => void runs++));
    await deps.queues.submission.add('count', { number: 'one' }, { attempts: 5 });
    await deps.queues.submission.add('unknown', {}, { attempts: 5 });
    await drain();
    expect(runs).toBe(0);
    expect(await deps.queues.submission.getFailedCount()).toBe(2);
  });

  it('runs a deduplicated job once more for those that came while it was being worked on', async () => {
    let runs = 0;
    const { deps, drain } = await create(
      handle(once, async (own, { number }) => {
        runs += 1;
        if (runs > 1) return;
        for (let more = 0; more < 20; more += 1) await addJob(own, once, { number });
      }),
    );
    for (let more = 0; more < 20; more += 1) await addJob(deps, once, { number: 7 });
    await drain();
    expect(runs).toBe(2);
  });

  it('lets a running job finish when it closes, and takes no other', async () => {
    const done: number[] = [];
    let release = () => {};
    let began = () => {};
    const beginning = new Promise<void>((resolve) => {
      began = resolve;
    });
    const { deps } = await create();
    const running = startWorkers(deps, {
      concurrency: 1,
      handlers: [
        handle(count, async (_deps, { number }) => {
          began();
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          done.push(number);
        }),
      ],
    });
    await addJob(deps, count, { number: 1 });
    await addJob(deps, count, { number: 2 });
    await beginning;
    const closed = running.close();
    release();
    await closed;
    expect(done).toEqual([1]);
    expect(await deps.queues.submission.getWaitingCount()).toBe(1);
  });
});
