import type { RegisterResult } from '@vexil/db/enums/account';
import type { z } from 'zod';
import { checkCaptcha } from '../captcha/captcha.service';
import { type AccountPolicy, getAccountPolicy } from '../config/config.service';
import type { RegisterBody } from '../contract/account';
import { DomainError } from '../contract/errors';
import { type Deps, inTransaction } from '../deps';
import { logActivity } from '../log/log-activity';
import { type MailContext, orderMail, requireMail, spendMailTo } from '../mail/mail.service';
import { isAllowedEmail } from './account.policy';
import { findAccountByEmail, insertAccount, lockAccount } from './account.queries';
import { checkPassword, hashPassword } from './password';
import { type Client, openSession } from './session.service';

export interface Registration {
  result: RegisterResult;
  /** Of the session that was opened; null when the account waits to be confirmed. */
  token: string | null;
}

function resultOf(policy: AccountPolicy): RegisterResult {
  if (policy.activeOnRegister) return 'LoggedIn';
  return policy.emailConfirmationRequired ? 'EmailConfirmationRequired' : 'AdminConfirmationRequired';
}

const isTaken = (error: unknown) =>
  error instanceof DomainError && (error.code === 'account.userNameTaken' || error.code === 'account.emailTaken');

/**
 * Creates an account. An address that is taken is refused. Where addresses are confirmed by mail, one that still waits
 * for that is sent its mail again instead, and nothing else happens: whoever registers it a second time has shown
 * nothing that would open the first account, so its name and password stay and nobody is signed in.
 * @throws DomainError `account.registrationClosed`, `captcha.failed`, `captcha.unavailable`,
 * `account.emailDomainRefused`, `.passwordWeak`, `mail.notConfigured`, `account.userNameTaken` or `.emailTaken`, checked
 * in this order.
 */
export async function register(
  deps: Deps,
  body: z.output<typeof RegisterBody>,
  client: Client,
  context: MailContext,
): Promise<Registration> {
  const policy = await getAccountPolicy(deps);
  if (!policy.allowRegister) throw new DomainError('account.registrationClosed');
  await checkCaptcha(deps, body.challenge, client.ip);
  if (!isAllowedEmail(policy, body.email)) throw new DomainError('account.emailDomainRefused', { field: 'email' });
  checkPassword(body.password, 'password');
  const result = resultOf(policy);
  // Before anything is stored: an account whose mail cannot be sent would wait for ever.
  if (result === 'EmailConfirmationRequired') requireMail(deps, context);
  try {
    const token = await createAccount(deps, body, result, client, context);
    const status = result === 'LoggedIn' ? 'Success' : 'Pending';
    logActivity(deps, { message: 'An account was created', userName: body.userName, ip: client.ip, status });
    return { result, token };
  } catch (error) {
    if (result !== 'EmailConfirmationRequired' || !isTaken(error)) throw error;
    if (!(await sendAgain(deps, body.email, client, context))) throw error;
    return { result, token: null };
  }
}

async function createAccount(
  deps: Deps,
  { userName, email, password }: z.output<typeof RegisterBody>,
  result: RegisterResult,
  client: Client,
  context: MailContext,
): Promise<string | null> {
  const passwordHash = await hashPassword(password);
  const now = deps.clock.now();
  const active = result === 'LoggedIn';
  return inTransaction(deps, async (tx, afterCommit) => {
    const account = await insertAccount(tx, {
      userName,
      email,
      passwordHash,
      emailConfirmed: active,
      ip: client.ip,
      registeredAt: now,
      lastVisitedAt: now,
      lastSignedInAt: active ? now : null,
    });
    if (active) return openSession(deps, tx, account.id, client);
    if (result === 'EmailConfirmationRequired') {
      await spendMailTo(deps, email);
      await orderMail(deps, tx, afterCommit, { account, purpose: 'VerifyEmail', context });
    }
    return null;
  });
}

/** false when the address belongs to nobody, or to an account that does not wait for its mail. */
async function sendAgain(deps: Deps, email: string, client: Client, context: MailContext): Promise<boolean> {
  const found = await findAccountByEmail(deps.db, email);
  if (!found || found.emailConfirmed || found.role === 'Banned') return false;
  await spendMailTo(deps, found.email);
  await inTransaction(deps, async (tx, afterCommit) => {
    const account = await lockAccount(tx, found.id);
    await orderMail(deps, tx, afterCommit, { account, purpose: 'VerifyEmail', context });
  });
  const { userName } = found;
  logActivity(deps, { message: 'A mail was asked for again', userName, ip: client.ip, status: 'Pending' });
  return true;
}
