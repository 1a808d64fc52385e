import { accountRoutes } from '@vexil/contract/account';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionRoutes } from '@vexil/contract/submission';
import { type AccountRow, accounts, sessions } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/app';
import { createDeps } from '../../src/create-deps';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ rateLimit: true, metricsPort: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

const submit = (as: AccountRow) =>
  test.call(submissionRoutes.submit, { as, params: { id: 1, challengeId: 1 }, body: { flag: 'flag{a}' } });
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status);

describe('rate limits', () => {
  it('let through exactly as many as the budget when all come at once, and say when to come again', async () => {
    const [ant, bee] = [await buildAccount(test.db), await buildAccount(test.db)];
    const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => submit(index % 2 ? ant : bee)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    for (const reply of refused) {
      expect(reply.body).toMatchObject({ code: 'request.tooMany' });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(10);
    }
    expect(statuses([await test.call(accountRoutes.profile, { as: ant })])).toEqual([200]);
  });

  it('spend nothing of a class for a call that its caller may not make', async () => {
    const account = await buildAccount(test.db, { role: 'Banned' });
    expect(new Set(statuses(await Promise.all(Array.from({ length: 30 }, () => submit(account)))))).toEqual(
      new Set([403]),
    );
    await test.db.update(accounts).set({ role: 'User' }).where(eq(accounts.id, account.id));
    expect(statuses([await submit(account)])).not.toEqual([429]);
  });

  it('count shared replies only where these depend on the caller', async () => {
    const now = test.clock.now().getTime();
    const [startAt, endAt] = [new Date(now - 3_600_000), new Date(now + 3_600_000)];
    const frozen = await buildGame(test.db, { startAt, endAt, freezeAt: new Date(now - 60_000) });
    const open = await buildGame(test.db, { startAt, endAt });
    const account = await buildAccount(test.db);
    const ask = (id: number) => test.call(scoreboardRoutes.get, { as: account, params: { id } });
    const askOften = (id: number) => Promise.all(Array.from({ length: 610 }, () => ask(id)));
    expect(new Set(statuses(await askOften(open.id)))).toEqual(new Set([200]));
    const refused = statuses(await askOften(frozen.id)).filter((status) => status === 429);
    expect(refused).toHaveLength(10);
  });

  it('are shared by two servers', async () => {
    const deps = createDeps(test.deps.config, test.deps.log, {
      keyPrefix: test.deps.keyPrefix,
      database: test.database,
      clock: test.clock,
    });
    const other = await buildApp(deps);
    const account = await buildAccount(test.db);
    const cookie = await test.signIn(account);
    try {
      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          (index % 2 ? other : test.app).inject({
            method: 'POST',
            url: '/api/game/1/challenges/1',
            headers: { cookie },
            payload: { flag: 'flag{a}' },
          }),
        ),
      );
      expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
    } finally {
      await other.close();
      await deps.close();
    }
  });

  it('are counted by the process itself while Redis fails, and end in time', async () => {
    const account = await buildAccount(test.db);
    const broken = vi.spyOn(test.deps.redis, 'eval').mockRejectedValue(new Error('away'));
    const warn = vi.spyOn(test.deps.log, 'warn');
    const replies = await Promise.all(Array.from({ length: 30 }, () => submit(account)));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(warn.mock.calls.filter(([line]) => (line as { event?: string }).event === 'redis.failed')).toHaveLength(1);
    warn.mockRestore();
    broken.mockRestore();
    expect(statuses([await submit(account)])).not.toEqual([429]);
  });

  it('are counted by the process itself, without waiting, while the connection to Redis is not ready', async () => {
    const account = await buildAccount(test.db);
    const { redis } = test.deps;
    const evals = vi.spyOn(redis, 'eval');
    redis.status = 'connect';
    const replies = await Promise.all(Array.from({ length: 30 }, () => submit(account)));
    redis.status = 'ready';
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(evals).not.toHaveBeenCalled();
    evals.mockRestore();
  });

  it('are refused from memory once they are spent, without Redis and the session, until they end', async () => {
    const account = await buildAccount(test.db);
    const profile = () => test.call(accountRoutes.profile, { as: account });
    expect(statuses([await profile()])).toEqual([200]);
    await test.deps.redis.set(`${test.deps.keyPrefix}rate:general:account:${account.id}`, 600, 'PX', 10_000);
    expect(statuses([await profile()])).toEqual([429]);
    await test.db.delete(sessions).where(eq(sessions.accountId, account.id));
    const evals = vi.spyOn(test.deps.redis, 'eval');
    const refused = await profile();
    expectError(refused, 'request.tooMany');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10);
    expect(evals).not.toHaveBeenCalled();
    evals.mockRestore();
    await vi.waitFor(async () => expect(statuses([await profile()])).toEqual([401]), {
      timeout: 60_000,
      interval: 100,
    });
  });

  it('do not refuse others that a proxy lets in with one password of its own', async () => {
    const [ant, bee] = [await buildAccount(test.db), await buildAccount(test.db)];
    const ask = async (as: AccountRow) =>
      test.send({
        url: '/api/account/profile',
        headers: { cookie: await test.signIn(as), authorization: 'Basic aGFsbDpoYWxs' },
      });
    await test.deps.redis.set(`${test.deps.keyPrefix}rate:general:account:${ant.id}`, 600, 'PX', 60_000);
    expect(statuses([await ask(ant), await ask(ant), await ask(bee)])).toEqual([429, 429, 200]);
  });

  it('bind the machine itself, and an address of IPv6 by its /64', async () => {
    const register = (remoteAddress: string, times: number) =>
      Promise.all(
        Array.from({ length: times }, () =>
          test.send({ method: 'POST', url: '/api/account/register', payload: {}, remoteAddress }),
        ),
      );
    const count = (replies: { status: number }[], status: number) =>
      replies.filter((one) => one.status === status).length;
    const local = await register('127.0.0.1', 205);
    expect([count(local, 400), count(local, 429)]).toEqual([200, 5]);
    const network = [...(await register('2001:db8::1', 150)), ...(await register('2001:db8::2', 60))];
    expect([count(network, 400), count(network, 429)]).toEqual([200, 10]);
    expect(count(await register('2001:db8:0:1::1', 1), 400)).toBe(1);
  });

  it('are counted by class when they refuse, and the log names who was refused often', async () => {
    const account = await buildAccount(test.db);
    const seldom = await buildAccount(test.db);
    const refusedSoFar = async () => {
      const text = (await test.app.metrics?.registry.metrics()) ?? '';
      return Number(/^requests_over_budget_total\{class="submit"\} (\d+)$/m.exec(text)?.[1]);
    };
    const before = await refusedSoFar();
    const warn = vi.spyOn(test.app.log, 'warn');
    await Promise.all([
      ...Array.from({ length: 140 }, () => submit(account)),
      ...Array.from({ length: 21 }, () => submit(seldom)),
    ]);
    expect((await refusedSoFar()) - before).toBe(121);
    // Refusals of earlier tests may be in the same report, and a report may come between these.
    const named = () =>
      warn.mock.calls.flatMap(([line]) => (line as { clients?: { client: string; count: number }[] }).clients ?? []);
    const countOf = ({ userName }: typeof account) =>
      named().find(({ client }) => client === `account ${userName}`)?.count ?? 0;
    await vi.waitFor(() => expect(countOf(account)).toBeGreaterThanOrEqual(50), { timeout: 60_000, interval: 100 });
    expect(countOf(account)).toBeLessThanOrEqual(120);
    expect(countOf(seldom)).toBe(0);
    warn.mockRestore();
  });

  it('give an end to a counter that has lost it', async () => {
    const account = await buildAccount(test.db);
    const key = `${test.deps.keyPrefix}rate:submit:account:${account.id}`;
    await test.deps.redis.set(key, 50);
    expect(statuses([await submit(account)])).toEqual([429]);
    expect(await test.deps.redis.pttl(key)).toBeGreaterThan(0);
  });
});
