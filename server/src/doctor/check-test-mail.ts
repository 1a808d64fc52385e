import { languages } from '@vexil/contract/languages';
import type { Deps } from '@vexil/http/deps';
import type { Operator } from '../audit/audit.service';
import { sendTrialMail } from '../mail/trial-mail.service';
import { type Finding, fault, ok } from './finding';

export async function checkTestMail(deps: Deps, by: Operator, to: string): Promise<Finding> {
  const { problem, answer } = await sendTrialMail(deps, by, to, languages[0]);
  return problem === null ? ok('mail.sent') : fault('mail.notSent', { problem, answer: answer ?? '-' });
}
