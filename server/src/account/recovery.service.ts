import type { PasswordResetBody, RecoveryBody } from '@vexil/contract/account';
import { DomainError } from '@vexil/contract/errors';
import { mailJobs } from '@vexil/contract/mail';
import type { Deps } from '@vexil/http/deps';
import { addressClient } from '@vexil/http/guard/sender';
import { inTransaction } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { checkCaptcha } from '../captcha/captcha.service';
import { getAccountPolicy } from '../config/config.service';
import { logActivity } from '../log/log-activity';
import {
  consumeToken,
  findMailOf,
  isOpen,
  limitMailsTo,
  type MailContext,
  orderMail,
  requireMail,
} from '../mail/mail.service';
import { type Client, endOtherSessions } from '../session/session.service';
import { isRecoverable } from './account.policy';
import { findAccountByEmail, getAccount, lockAccount, updateAccount } from './account.queries';
import { checkPassword, hashPassword } from './password';

/**
 * No 404 for unknown addresses, which would show who has an account: refusals come before the lookup and a job is
 * queued in either case, so that the reply takes as long. Throws `captcha.failed`, `captcha.unavailable`,
 * `account.mailsOff`, `mail.notConfigured` or `request.tooMany`.
 */
export async function requestRecovery(
  deps: Deps,
  { email, challenge }: z.output<typeof RecoveryBody>,
  client: Client,
  context: MailContext,
): Promise<void> {
  await checkCaptcha(deps, challenge, client.ip);
  const policy = await getAccountPolicy(deps);
  if (!policy.emailConfirmationRequired) throw new DomainError('account.mailsOff');
  requireMail(deps, context);
  await limitMailsTo(deps, email);
  await inTransaction(deps, async (work) => {
    const account = await findAccountByEmail(work.tx, email);
    if (account && isRecoverable(account)) {
      await orderMail(deps, work, { account, purpose: 'ResetPassword', context });
    } else {
      work.job(mailJobs.send, { mailId: deps.random.uuid() });
    }
  });
  logActivity(deps, {
    event: 'account.recovery_requested',
    message: 'Asked for a new password',
    userName: null,
    ip: client.ip,
    status: 'Pending',
  });
}

/**
 * Ends all sessions, opens none. Throws `account.linkInvalid` or `account.passwordWeak`, which keeps the link usable.
 */
export async function resetPassword(
  deps: Deps,
  { password, email, rToken }: z.output<typeof PasswordResetBody>,
  client: Client,
): Promise<void> {
  const invalid = () => new DomainError('account.linkInvalid', { field: 'rToken' });
  const mail = await findMailOf(deps, 'ResetPassword', { token: rToken, email });
  // Checked before the expensive hash.
  if (!mail || !isOpen(deps, mail, await getAccount(deps.db, mail.accountId))) throw invalid();
  checkPassword(password, 'password');
  const passwordHash = await hashPassword(password, addressClient(client.ip));
  const { userName } = await inTransaction(deps, async (work) => {
    const account = await lockAccount(work.tx, mail.accountId);
    if (!(await consumeToken(deps, work.tx, mail, account))) throw invalid();
    await endOtherSessions(work, account.id, null);
    return updateAccount(work.tx, account.id, { passwordHash, ip: client.ip, lastVisitedAt: deps.clock.now() });
  });
  logActivity(deps, {
    event: 'account.password_reset',
    message: 'Set a new password with a mailed link',
    userName,
    ip: client.ip,
  });
}
