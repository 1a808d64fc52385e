import type { MailTest } from '@vexil/contract/config-info';
import type { PayloadOf } from '@vexil/contract/job';
import type { mailJobs } from '@vexil/contract/mail';
import { putAnswer, takeRequest } from '@vexil/runtime/worker-request';
import { z } from 'zod';
import type { WorkerDeps } from '../deps';
import { composeNote } from './compose-mail';
import { MailFailed, sendAlone } from './mailer';
import { readPlatformName } from './send-mail';

const Request = z.object({ to: z.string(), language: z.string() });

const problems: Record<string, MailTest['problem']> = {
  EAUTH: 'signIn',
  ENOAUTH: 'signIn',
  EOAUTH2: 'signIn',
  ETLS: 'encryption',
  EREQUIRETLS: 'encryption',
  EENVELOPE: 'recipient',
  ECONNECTION: 'unreachable',
  ECONNREFUSED: 'unreachable',
  EDNS: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ESOCKET: 'unreachable',
};

async function attempt(deps: WorkerDeps, requestId: string, to: string, language: string): Promise<MailTest> {
  const { smtpUrl, smtpFrom } = deps.config;
  if (smtpUrl === null) return { problem: 'notConfigured', answer: null };
  const platform = await readPlatformName(deps);
  try {
    // Beside the pool: a connection of it may still be open under settings that would be refused by now.
    await sendAlone(smtpUrl, smtpFrom, { id: requestId, to, platform, ...composeNote('test', language, { platform }) });
    return { problem: null, answer: null };
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error;
    return { problem: problems[error.code] ?? 'other', answer: error.answer };
  }
}

/** Sends one mail for an administrator who waits for the answer. */
export async function sendTestMail(deps: WorkerDeps, { requestId }: PayloadOf<typeof mailJobs.test>): Promise<void> {
  const request = Request.safeParse(await takeRequest(deps, requestId));
  if (!request.success) return;
  const { to, language } = request.data;
  await putAnswer(deps, requestId, await attempt(deps, requestId, to, language));
}
