import { DomainError } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { spendOn } from '@vexil/http/guard/target-budget';
import { inTransaction } from '@vexil/runtime/transaction';
import { getAccountPolicy } from '../config/config.service';
import { logActivity } from '../log/log-activity';
import {
  consumeToken,
  findMailOf,
  type Link,
  limitMailsTo,
  type MailContext,
  orderMail,
  requireMail,
} from '../mail/mail.service';
import { endOtherSessions } from '../session/session.service';
import { isAllowedEmail } from './account.policy';
import { findAccountByEmail, lockAccount, updateAccount } from './account.queries';

/**
 * Throws `account.emailTaken`, `.emailDomainRefused`, `.mailsOff`, `mail.notConfigured` or `request.tooMany`, in this
 * order.
 */
export async function requestEmailChange(
  deps: Deps,
  actor: Actor,
  email: string,
  ip: string,
  context: MailContext,
): Promise<void> {
  const policy = await getAccountPolicy(deps);
  if (await findAccountByEmail(deps.db, email)) throw new DomainError('account.emailTaken', { field: 'newMail' });
  if (!isAllowedEmail(policy, email)) throw new DomainError('account.emailDomainRefused', { field: 'newMail' });
  // Clients recognise this refusal by its data.
  if (!policy.emailConfirmationRequired) throw new DomainError('account.mailsOff', { data: false });
  requireMail(deps, context);
  await spendOn(deps, 'mailsBy', actor.id);
  await limitMailsTo(deps, email);
  await inTransaction(deps, async (work) => {
    const account = await lockAccount(work.tx, actor.id);
    await orderMail(deps, work, { account, purpose: 'ChangeEmail', email, context });
  });
  const { userName } = actor;
  logActivity(deps, {
    event: 'account.email_change_requested',
    message: 'Asked for another e-mail address',
    userName,
    ip,
    status: 'Pending',
  });
}

/** Ends all other sessions. Throws `account.linkInvalid`, or `account.emailTaken` when it was taken meanwhile. */
export async function confirmEmailChange(deps: Deps, actor: Actor, link: Link, ip: string): Promise<void> {
  const invalid = () => new DomainError('account.linkInvalid', { field: 'token' });
  const mail = await findMailOf(deps, 'ChangeEmail', link);
  if (mail?.accountId !== actor.id) throw invalid();
  await inTransaction(deps, async (work) => {
    const account = await lockAccount(work.tx, actor.id);
    if (!(await consumeToken(deps, work.tx, mail, account))) throw invalid();
    await updateAccount(work.tx, actor.id, { email: mail.email, emailConfirmed: true });
    await endOtherSessions(work, actor.id, actor.sessionHash);
  });
  logActivity(deps, {
    event: 'account.email_changed',
    message: 'Changed the e-mail address',
    userName: actor.userName,
    ip,
  });
}
