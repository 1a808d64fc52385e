import { randomUUID } from 'node:crypto';
import { MailTest } from '@vexil/contract/config-info';
import type { Language } from '@vexil/contract/languages';
import { mailJobs } from '@vexil/contract/mail';
import type { Deps } from '@vexil/http/deps';
import { countLivingWorkers } from '@vexil/runtime/heartbeat';
import { addJob } from '@vexil/runtime/queues';
import { inTransaction } from '@vexil/runtime/transaction';
import { putRequest, waitForAnswer } from '@vexil/runtime/worker-request';
import { type Author, audit, type Operator } from '../audit/audit.service';

// The mailer gives up connecting after ten seconds, and waits ten more for a greeting.
const answerWaitMs = 25_000;

const problemOf = (problem: MailTest['problem']): MailTest => ({ problem, answer: null });

async function send(deps: Deps, to: string, language: Language): Promise<MailTest> {
  if (deps.config.smtpUrl === null) return problemOf('notConfigured');
  if ((await countLivingWorkers(deps.redis, deps.keyPrefix)) === 0) return problemOf('noWorker');
  const requestId = randomUUID();
  await putRequest(deps, requestId, { to, language });
  await addJob(deps, mailJobs.test, { requestId });
  const answer = MailTest.safeParse(await waitForAnswer(deps, requestId, answerWaitMs));
  return answer.success ? answer.data : problemOf('noAnswer');
}

/** Workers send mails, so a worker sends this one: a server may reach a mail server that its workers do not. */
export async function sendTrialMail(
  deps: Deps,
  by: Author | Operator,
  to: string,
  language: Language,
): Promise<MailTest> {
  const result = await send(deps, to, language);
  const after = { to, problem: result.problem };
  await inTransaction(deps, ({ tx }) =>
    audit(tx, { by, gameId: null, action: 'config.testMail', target: 'config', after }),
  );
  return result;
}
