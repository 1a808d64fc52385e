import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorCode } from '@vexil/contract/errors';
import { addressOf } from '@vexil/contract/request';
import type { CallInput, ReplyOf, Route } from '@vexil/contract/route';
import type { AccountRow } from '@vexil/db/schema/account';
import { sessions } from '@vexil/db/schema/account';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { testSecretKey } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { sessionCookie } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import type { IdleLimits } from '@vexil/http/guard/connections';
import type { FairQueueLimits } from '@vexil/http/guard/limiter/fair-queue';
import { type Config, readConfig } from '@vexil/runtime/config';
import type { Tracing } from '@vexil/runtime/tracing';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { expect, inject } from 'vitest';
import { passwordQueue } from '../src/account/password';
import { buildApp } from '../src/app';
import { createDeps } from '../src/create-deps';
import { hashToken } from '../src/session/hash-token';
import { untilJudgingRequested } from '../src/submission/submission.judging.service';
import { TestClock } from './clock';
import { recordTopics } from './outbox';

// Password hashing on a loaded machine must not make tests fail.
passwordQueue.limits.waitMsMax = Number.POSITIVE_INFINITY;

export interface TestReply<T> {
  status: number;
  /** Parsed JSON, or undefined when the body is empty. */
  body: T;
  headers: Record<string, string | string[] | number | undefined>;
}

type CallOptions<R extends Route> = CallInput<R> & {
  /** Account whose session cookie is sent. */
  as?: AccountRow;
  headers?: Record<string, string>;
};

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  db: Deps['db'];
  database: TestDatabase;
  clock: TestClock;
  /** Calls a declared route with typed input; the reply is the parsed JSON. */
  call<R extends Route>(
    route: R,
    ...options: Record<string, never> extends CallOptions<R> ? [CallOptions<R>?] : [CallOptions<R>]
  ): Promise<TestReply<ReplyOf<R>>>;
  /** A raw request, for input that the contract does not allow. */
  send(options: InjectOptions & { as?: AccountRow }): Promise<TestReply<unknown>>;
  /** Cookie header; one session per account. */
  signIn(account: AccountRow): Promise<string>;
  close(): Promise<void>;
}

/** Deletes every key of one prefix, as FLUSHALL does for a deployment. */
export async function emptyRedis(deps: Pick<Deps, 'redis' | 'keyPrefix'>): Promise<void> {
  const pattern = `${deps.keyPrefix.replace(/:$/, '')}*`;
  let cursor = '0';
  do {
    const [next, keys] = await deps.redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1000);
    cursor = next;
    if (keys.length > 0) await deps.redis.del(...keys);
  } while (cursor !== '0');
}

export const noLimits = (): FairQueueLimits => ({
  runningMax: Number.POSITIVE_INFINITY,
  waitMsMax: Number.POSITIVE_INFINITY,
});

export interface TestServer {
  app: FastifyInstance;
  deps: Deps;
  close(): Promise<void>;
}

/**
 * A submission is answered before its job is in Redis. Replies of a test's server come after that, so that a worker that
 * is drained next finds the job.
 */
async function readyWithJobs(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.ready();
  const inject = app.inject.bind(app) as (options: InjectOptions) => ReturnType<typeof app.inject>;
  app.inject = (async (options: InjectOptions) => {
    const reply = await inject(options);
    await untilJudgingRequested(deps);
    return reply;
  }) as typeof app.inject;
}

/** Another server over the database, Redis prefix and storage of a test; holds shared answers, as in production. */
export async function startServer(
  { deps: { config, log, keyPrefix, clock, database } }: Pick<TestApp, 'deps'>,
  overrides: Partial<Config> = {},
  { tracing = null, idle }: { tracing?: Tracing | null; idle?: IdleLimits } = {},
): Promise<TestServer> {
  const deps = createDeps({ ...config, ...overrides }, log, { keyPrefix, clock, database, tracing, strict: true });
  const app = await buildApp(deps, { limits: noLimits(), idle });
  await readyWithJobs(app, deps);
  return {
    app,
    deps,
    async close() {
      await app.close();
      await deps.close();
    },
  };
}

/** The whole server with its own database, Redis prefix and storage directory. */
export async function createTestApp(
  overrides: Partial<Config> = {},
  {
    // No limits unless a test asks for them: what they do depends on the load of this machine.
    limits = noLimits(),
    // Most tests write to the database directly, without the versions of topics.
    holdsShared = false,
    idle,
  }: { limits?: FairQueueLimits | 'default'; holdsShared?: boolean; idle?: IdleLimits } = {},
): Promise<TestApp> {
  const database = await createTestDatabase(inject('databaseUrl'));
  const directory = await mkdtemp(join(tmpdir(), 'vexil-test-'));
  const config: Config = {
    ...readConfig({
      DATABASE_URL: database.url,
      REDIS_URL: inject('redisUrl'),
      SECRET_KEY: testSecretKey,
      DATA_DIR: directory,
      RATE_LIMIT: 'off',
    }),
    ...overrides,
  };
  const clock = new TestClock();
  const keyPrefix = `test-${randomBytes(6).toString('hex')}:`;
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const deps = createDeps(config, log, { keyPrefix, clock, database, holdsShared, strict: true });
  recordTopics(deps.topics);
  const app = await buildApp(deps, limits === 'default' ? { idle } : { limits, idle });
  await readyWithJobs(app, deps);
  const cookies = new Map<string, string>();

  async function signIn(account: AccountRow): Promise<string> {
    const known = cookies.get(account.id);
    if (known) return known;
    const token = randomBytes(32).toString('base64url');
    await database.db.insert(sessions).values({
      tokenHash: hashToken(token),
      accountId: account.id,
      expiresAt: new Date(clock.now().getTime() + 7 * 24 * 3600 * 1000),
      provedAt: clock.now(),
      ip: '127.0.0.1',
    });
    const cookie = `${sessionCookie}=${token}`;
    cookies.set(account.id, cookie);
    return cookie;
  }

  async function send({ as, ...options }: InjectOptions & { as?: AccountRow }): Promise<TestReply<unknown>> {
    const headers = { ...options.headers, ...(as ? { cookie: await signIn(as) } : {}) };
    const reply = await app.inject({ ...options, headers });
    const isJson = String(reply.headers['content-type'] ?? '').includes('json');
    const body = reply.body === '' ? undefined : isJson ? JSON.parse(reply.body) : reply.body;
    return { status: reply.statusCode, body, headers: reply.headers };
  }

  return {
    app,
    deps,
    db: database.db,
    database,
    clock,
    send,
    signIn,
    async call(route, ...[options]) {
      const { body, as, headers } = (options ?? {}) as CallOptions<Route>;
      const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
      const reply = await send({
        method: route.method === 'ANY' ? 'GET' : route.method,
        url: addressOf(route, options),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...payload,
        ...(as ? { as } : {}),
      });
      return reply as never;
    },
    async close() {
      await app.close();
      await emptyRedis(deps);
      await deps.close();
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Fails with the whole reply when it is not the expected error. */
export function expectError(reply: TestReply<unknown>, code: ErrorCode): void {
  expect(reply.body).toMatchObject({ code });
}
