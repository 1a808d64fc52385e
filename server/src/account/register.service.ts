import type { RegisterResult } from '@vexil/db/enums/account';
import type { z } from 'zod';
import { getAccountPolicy } from '../config/config.service';
import type { RegisterBody } from '../contract/account';
import { DomainError } from '../contract/errors';
import { type Deps, inTransaction } from '../deps';
import { isAllowedEmail } from './account.policy';
import { insertAccount } from './account.queries';
import { checkPassword, hashPassword } from './password';
import { type Client, openSession } from './session.service';

export interface Registration {
  result: RegisterResult;
  /** Of the session that was opened; null when the account waits for an administrator. */
  token: string | null;
}

/**
 * Creates an account. An address that is taken is refused, confirmed or not: whoever registers it a second time has
 * shown nothing that would open the first account.
 * @throws DomainError `account.registrationClosed`, `.emailDomainRefused`, `.passwordWeak`, `.userNameTaken` or
 * `.emailTaken`, checked in this order.
 */
export async function register(
  deps: Deps,
  { userName, email, password }: z.output<typeof RegisterBody>,
  client: Client,
): Promise<Registration> {
  const policy = await getAccountPolicy(deps);
  if (!policy.allowRegister) throw new DomainError('account.registrationClosed');
  if (!isAllowedEmail(policy, email)) throw new DomainError('account.emailDomainRefused', { field: 'email' });
  checkPassword(password, 'password');
  const passwordHash = await hashPassword(password);
  const now = deps.clock.now();
  const active = policy.activeOnRegister;
  return inTransaction(deps, async (tx) => {
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
    if (!active) return { result: 'AdminConfirmationRequired' as const, token: null };
    return { result: 'LoggedIn' as const, token: await openSession(deps, tx, account.id, client) };
  });
}
