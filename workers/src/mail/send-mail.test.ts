import { mailJobs } from '@vexil/contract/mail';
import { mailLifetimeMs } from '@vexil/contract/mail.limits';
import { mailTextKey } from '@vexil/contract/mail-text';
import { accounts, type MailTokenRow, mailTokens } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { buildAccount } from '@vexil/db/testing/account';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import type {} from '@vexil/db/testing/global-setup';
import { accountStateOf } from '@vexil/runtime/mail.rules';
import { addJob } from '@vexil/runtime/queues';
import { TestClock } from '@vexil/server/testing/clock';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { linkIn, type SmtpStandIn, smtpPassword, smtpUser, startSmtp } from '../../testing/smtp';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const waitOptions = { timeout: 30_000 };

describe('mails', () => {
  let database: TestDatabase;
  let worker: TestWorker;
  let smtp: SmtpStandIn;
  const clock = new TestClock();
  const logged: string[] = [];

  async function begin(url: string) {
    const config = { smtpUrl: url, smtpFrom: smtpUser };
    worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), clock, config });
    const keep = (...values: unknown[]) => void logged.push(JSON.stringify(values));
    const log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log };
    Object.assign(worker.deps, { log });
  }

  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
  });
  beforeEach(async () => {
    await database.db.delete(mailTokens);
    logged.length = 0;
    smtp = await startSmtp();
    await begin(smtp.url);
  });
  afterEach(async () => {
    await worker.close();
    await smtp.close();
  });
  afterAll(() => database.drop());

  async function order(values: Partial<MailTokenRow> = {}): Promise<MailTokenRow> {
    const account = await buildAccount(database.db);
    const now = clock.now();
    const [row] = await database.db
      .insert(mailTokens)
      .values({
        accountId: account.id,
        purpose: 'ResetPassword',
        email: account.email,
        accountState: accountStateOf(account),
        language: 'en-US',
        origin: 'https://ctf.test',
        createdAt: now,
        expiresAt: new Date(now.getTime() + mailLifetimeMs),
        ...values,
      })
      .returning();
    if (!row) throw new Error('The mail was not stored.');
    return row;
  }
  async function rowOf({ id }: MailTokenRow): Promise<MailTokenRow | undefined> {
    const [row] = await database.db.select().from(mailTokens).where(eq(mailTokens.id, id));
    return row;
  }
  const send = ({ id }: MailTokenRow) => worker.run(mailJobs.send, { mailId: id });

  it("say it in the administrators' words, in the language they wrote them for", async () => {
    const value = JSON.stringify({ subject: 'Your way back to {{platform}}', text: null });
    await database.db.insert(configEntries).values({ key: mailTextKey('ResetPassword', 'en-US'), value });
    await send(await order());
    await send(await order({ language: 'de-DE' }));
    await send(await order({ purpose: 'ChangeEmail' }));
    const subjects = smtp.mails.map(({ subject }) => subject);
    expect(subjects[0]).toBe('Your way back to Vexil');
    expect(subjects.slice(1)).toEqual([
      'Legen Sie ein neues Passwort fest - Vexil',
      'Confirm your new e-mail address - Vexil',
    ]);
    await database.db.delete(configEntries);
  });

  it('have one recipient, two parts and the platform as sender', async () => {
    const row = await order({ language: 'zh-CN' });
    await send(row);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({
      from: { name: 'Vexil', address: smtpUser },
      to: [{ address: row.email }],
      messageId: `<${row.id}@ctf.test>`,
      subject: '设置新密码 - Vexil',
    });
    expect(mail?.html).toContain('设置密码');
    expect(linkIn(mail).page).toBe('https://ctf.test/account/reset');
    expect((await rowOf(row))?.sentAt).not.toBeNull();
  });

  it('are sent once, however often they are queued', async () => {
    const row = await order();
    await send(row);
    await send(row);
    await addJob(worker.deps, mailJobs.send, { mailId: row.id });
    await worker.drain();
    expect(smtp.mails).toHaveLength(1);
    expect((await worker.deps.metrics.mails.get()).values).toEqual([{ labels: { outcome: 'sent' }, value: 1 }]);
  });

  it('leave no token in Redis or the log, and no password of the mail server', async () => {
    const row = await order();
    smtp.refuse(450);
    await addJob(worker.deps, mailJobs.send, { mailId: row.id });
    await worker.drain();
    const [failed] = await worker.deps.queues.mail.getFailed();
    expect(failed?.failedReason).toMatch(/^The mail server did not accept a mail \(EENVELOPE, 450\)$/);
    smtp.refuse(null);
    await send(row);
    const { token } = linkIn(smtp.mails[0]);
    const written = JSON.stringify([failed, logged]);
    expect(logged.length).toBeGreaterThan(0);
    for (const secret of [token, Buffer.from(token, 'base64').toString(), smtpPassword, row.email]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(written).not.toContain(secret);
    }
  });

  it('wait for an unreachable mail server', async () => {
    const { port } = new URL(smtp.url);
    await smtp.close();
    const row = await order();
    await addJob(worker.deps, mailJobs.send, { mailId: row.id });
    await worker.drain();
    expect(await worker.deps.queues.mail.getFailedCount()).toBe(1);
    expect(await rowOf(row)).toMatchObject({ sentAt: null, droppedAt: null });
    smtp = await startSmtp(Number(port));
    await worker.run(mailJobs.sweep, {});
    expect(await worker.deps.queues.mail.getWaitingCount()).toBe(0);
    clock.advance(60_000);
    await worker.run(mailJobs.sweep, {});
    expect(await smtp.until(1)).toHaveLength(1);
    await vi.waitUntil(async () => (await rowOf(row))?.sentAt !== null, waitOptions);
  });

  it('are retried by their job', async () => {
    const row = await order();
    smtp.refuse(451);
    await addJob(worker.deps, mailJobs.send, { mailId: row.id });
    worker.start();
    await vi.waitUntil(() => logged.some((line) => line.includes('A job failed')), waitOptions);
    smtp.refuse(null);
    await smtp.until(1);
    await worker.drain();
    expect((await rowOf(row))?.sentAt).not.toBeNull();
  });

  it('are dropped when the server rejects them for good, and kept when it refuses us', async () => {
    const row = await order();
    smtp.refuse(550);
    await send(row);
    expect(await rowOf(row)).toMatchObject({ sentAt: null, droppedAt: expect.any(Date) });

    await worker.close();
    await begin(smtp.url.replace(/:[^:@]+@/, ':wrong@'));
    const other = await order();
    await expect(send(other)).rejects.toThrow('EAUTH');
    expect(await rowOf(other)).toMatchObject({ sentAt: null, droppedAt: null });
  });

  it('are not sent when their link is expired', async () => {
    const moved = await order();
    await database.db.update(accounts).set({ passwordHash: 'another' }).where(eq(accounts.id, moved.accountId));
    const late = await order({ createdAt: new Date(0), expiresAt: new Date(1) });
    const used = await order({ usedAt: clock.now() });
    for (const row of [moved, late, used]) {
      await send(row);
      expect((await rowOf(row))?.droppedAt).not.toBeNull();
    }
    await worker.run(mailJobs.send, { mailId: '01890a5d-ac96-774b-bcce-b302099a8057' });
    expect(smtp.mails).toEqual([]);
  });

  it('are swept: expired ones deleted, unsent ones queued, the rest left', async () => {
    const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3600_000);
    const gone = await order({ createdAt: hoursAgo(28), expiresAt: hoursAgo(25) });
    const ended = await order({ createdAt: hoursAgo(4), expiresAt: hoursAgo(1) });
    const sent = await order({ createdAt: hoursAgo(1), sentAt: clock.now() });
    const waiting = await order({ createdAt: hoursAgo(1) });
    await worker.run(mailJobs.sweep, {});
    await worker.drain();
    expect(smtp.mails.map(({ to }) => to?.[0]?.address)).toEqual([waiting.email]);
    expect(await rowOf(gone)).toBeUndefined();
    expect(await rowOf(ended)).toMatchObject({ sentAt: null, droppedAt: null });
    expect(await rowOf(sent)).toBeDefined();
  });
});
